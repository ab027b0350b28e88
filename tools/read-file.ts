// Reads JSON files given on the command line, with limits and readable errors.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { codeOf, reasonOf } from '../server/process/reason.ts';
import { revive } from '../shared/kernel/keys.ts';

/** Ends the command with one line for the user, never a stack trace. */
export class Complaint extends Error {}

/** `hint`: what could be the reason if there is no such file. */
export function demandReadable(path: string, hint = ''): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Complaint(`there is no ${path}${hint}`);
    throw new Complaint(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** More than any record or edition has. */
const MOST_BYTES = 32 * 1024 * 1024;

export function readJson(path: string): unknown {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MOST_BYTES) throw new Error(`${size} bytes are too many (at most ${MOST_BYTES})`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Complaint(`${path}: ${reasonOf(error)}`);
  }
  try {
    return JSON.parse(text, revive);
  } catch (error) {
    throw new Complaint(`${path} is not valid JSON: ${reasonOf(error)}`);
  }
}

/** Runs a command and turns what it throws into a line and an exit code. */
export async function runCommand(command: () => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
