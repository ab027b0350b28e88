// What the store has to say to the log, from whichever thread it runs in.

export interface StoreNotice {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: object;
}

export type Notify = (notice: StoreNotice) => void;
