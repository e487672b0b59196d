/** What a thread is called until its first prompt. */
export const newThreadTitle = 'New thread'
