/** The roles of the program in a thread. */
export type ThreadRole = 'command line' | 'assistant thread' | 'judging thread' | 'language server thread';
