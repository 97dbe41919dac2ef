/** What the one program can be in a thread. */
export type Role = 'command line' | 'assistant thread' | 'judging thread' | 'language server thread';
