// Messages of the store for the log, from either thread.

export interface StoreNotice {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

export type Notify = (notice: StoreNotice) => void;
