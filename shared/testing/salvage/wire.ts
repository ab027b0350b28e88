// Schemas shared by commands, news and views.
import { z } from 'zod';

export const seat = z.int().min(0);
export const count = z.int().min(0);
export const id = z.string();
export const ids = z.array(id);
