// What is kept of matches that are over, and for how long.

/** Written into DATA_DIR by `npm run backup`; its age is the age of the last backup. */
export const BACKUP_MARK = 'last-backup';
