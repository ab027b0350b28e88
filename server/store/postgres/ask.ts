// How a part of the store queries the database, over connections that several parts share.
import type { QueryResult } from 'pg';

export type Ask = <Row extends object>(
  text: string,
  values: readonly unknown[],
) => Promise<QueryResult<Row & Record<string, unknown>>>;
