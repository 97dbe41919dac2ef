/** What the one program can be in a thread. */
export type Role = 'command line' | 'judging thread' | 'language server thread';
