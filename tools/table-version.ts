// Tools read only known versions of the tables.
import { Complaint } from './read-file.ts';

export function demandVersion(place: string, present: number, known: number): void {
  if (present === known) return;
  throw new Complaint(
    `${place} has tables of version ${present}, this program reads ${known}: start the server on it once`,
  );
}
