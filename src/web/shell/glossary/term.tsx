import { HelpMark } from '../../design/index.ts'
import { type GlossaryWord, glossary } from './words.ts'

/** The "?" after a word of the glossary. */
export const Term = ({ word }: { word: GlossaryWord }) => <HelpMark word={word}>{glossary[word]}</HelpMark>
