/** Who acted: a person who signed in, an API key, or nobody who is known, such as a caller without credentials. */
export const actorKinds = ['person', 'key', 'nobody'] as const

export type ActorKind = (typeof actorKinds)[number]
