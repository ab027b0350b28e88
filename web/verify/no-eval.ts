// Parsers are not compiled to code: the page's policy forbids that, and even the attempt would be reported. Must be
// imported before any parser is made.
import { z } from 'zod';

z.config({ jitless: true });
