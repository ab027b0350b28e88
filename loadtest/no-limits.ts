// Settings of servers under test: all players are on one machine.

export const NO_LIMITS = {
  RATE_LIMITS: 'off',
  MAX_TABLES: '1000000',
  MAX_TABLES_PER_PLAYER: '10000',
  MAX_CONNECTIONS: '1000000',
  MAX_CONNECTIONS_PER_ADDRESS: '1000000',
} as const;
