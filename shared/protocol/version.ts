// Increases when a client written for the previous version could misinterpret this one.
export const PROTOCOL_VERSION = 2;
