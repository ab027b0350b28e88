// Reads JSON files given on the command line, with limits and readable errors.
import { readFileSync, statSync } from 'node:fs';
import { reasonOf } from '../server/reason.ts';
import { revive } from '../shared/kernel/keys.ts';

/** Ends the command with one line for the user, never a stack trace. */
export class Complaint extends Error {}

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
