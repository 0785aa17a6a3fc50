import { HelpMark } from '../../design/index.ts'
import { type GlossaryWord, glossary } from './words.ts'

/** The "?" of a word of the glossary; it stands right after the word. */
export const Term = ({ word }: { word: GlossaryWord }) => <HelpMark word={word}>{glossary[word]}</HelpMark>
