/**
 * The kinds of control sequences in terminal output that have a body: CSI, OSC, and the strings DCS, SOS, PM and APC.
 */
export type SequenceKind = 'csi' | 'osc' | 'string'

/**
 * A string sequence that has not ended after so much is given up, so that none hides all that follows. Counted in bytes
 * for the agent, in characters for the screen.
 */
export const maxSequenceLength = 64 * 1024
