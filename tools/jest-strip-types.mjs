// Jest transformer: TypeScript runs as it stands, its types erased by Node itself.
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: (source) => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
};
