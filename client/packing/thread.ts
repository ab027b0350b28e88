// Joins the client in a thread of its own: Node warns of taking types out, which says nothing to those who host.
import { stripTypeScriptTypes } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { joinedClient } from './join.ts';

parentPort?.postMessage(joinedClient((source) => stripTypeScriptTypes(source)));
