/** The roles of the program in a thread. */
export type Role = 'command line' | 'assistant thread' | 'judging thread' | 'language server thread';
