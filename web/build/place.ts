// Where the sources of the web client are.
import { join } from 'node:path';

export const WEB = join(import.meta.dirname, '..');
