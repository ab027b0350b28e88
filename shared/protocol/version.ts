// Grows when a client written for the former version could misunderstand this one.
export const PROTOCOL_VERSION = 2;
