// Descriptors: the process holds no more connections than it may open files.
//
// If none is left, the system accepts and closes connections at once, without our knowledge: the holders of the
// others would lock everyone else out, and the storage could open nothing. Below that limit our own policy
// decides which connection is closed (connections.ts).

/** For the storage, its threads, the log, the standard streams, and occasional files. */
const KEPT_FREE = 100;
/** Minimum number of connections, however few files may be open. */
const LEAST = 8;

/** How many files this process may open; `undefined` if the system reports no limit. */
export function openFilesLimit(): number | undefined {
  const limits = process.report.getReport() as { readonly userLimits?: { open_files?: { soft: unknown } } };
  const soft = limits.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * As many connections as configured, or as fit into the limit of open files. Where others are `passedOn`, each may take
 * three: the client's, the one to the process that has its match, and one that another process passes on to this one.
 */
export function connectionsWithin(wanted: number, openFiles: number | undefined, passedOn = false): number {
  if (openFiles === undefined) return wanted;
  const fitting = Math.floor((openFiles - KEPT_FREE) / (passedOn ? 3 : 1));
  return Math.min(wanted, Math.max(LEAST, fitting));
}
