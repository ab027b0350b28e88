// The file in the data folder that records the last backup.

/** Written into DATA_DIR by `npm run backup`; its age is the age of the last backup. */
export const BACKUP_MARK = 'last-backup';
