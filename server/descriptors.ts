// Descriptors: the process holds no more connections than it may open files.
//
// If none is left, the system accepts and closes connections at once, without our knowledge: the holders of the
// others would lock everyone else out, and the storage could open nothing. Below that limit our own policy
// decides which connection is closed (connections.ts).

/** For the storage, its threads, the log, the standard streams, and what is opened now and then. */
const KEPT_FREE = 100;
/** So many connections at least, however few files there may be. */
const LEAST = 8;

/** How many files this process may have open; `undefined` where the system tells no bound. */
export function openFilesLimit(): number | undefined {
  const limits = process.report.getReport() as { readonly userLimits?: { open_files?: { soft: unknown } } };
  const soft = limits.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/** As many connections as are wanted, and fit into so many open files. */
export function connectionsWithin(wanted: number, openFiles: number | undefined): number {
  return openFiles === undefined ? wanted : Math.min(wanted, Math.max(LEAST, openFiles - KEPT_FREE));
}
