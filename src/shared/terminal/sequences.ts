/** The control sequences with a body: CSI, OSC, and the strings DCS, SOS, PM and APC. */
export type SequenceKind = 'csi' | 'osc' | 'string'

/**
 * A string sequence that has not ended after this length is abandoned, so that it cannot swallow the rest of the
 * output. In bytes for the agent, in characters for the screen.
 */
export const maxSequenceLength = 64 * 1024
