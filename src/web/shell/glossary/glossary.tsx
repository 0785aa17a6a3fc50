import { Dialog } from '../../design/index.ts'
import { glossary } from './words.ts'

export const Glossary = ({ onClose }: { onClose: () => void }) => (
  <Dialog onClose={onClose} title="Glossary" wide>
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {Object.entries(glossary).map(([word, meaning]) => (
        <div key={word}>
          <dt className="font-semibold">{word}</dt>
          <dd className="text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
