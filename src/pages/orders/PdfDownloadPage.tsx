import { Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { SignedInOnly } from '../../features/auth/SignedInOnly.tsx';
import { readDocumentFile } from '../../features/documents/documentFile.ts';
import { DocumentScreen } from '../../features/documents/DocumentScreen.tsx';
import { ButtonLink } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

export function PdfDownloadPage() {
  const { t } = useTranslation('orders');
  const [query] = useSearchParams();
  const file = readDocumentFile(query.get('file'));
  return file === null ? (
    <Screen heading={t(($) => $.documents.none)}>
      <EmptyState
        symbol={<Unlink />}
        title={t(($) => $.documents.noneText)}
        action={
          <ButtonLink to="/history" replace>
            {t(($) => $.documents.toHistory)}
          </ButtonLink>
        }
      />
    </Screen>
  ) : (
    <SignedInOnly guests>
      <DocumentScreen key={file.address} file={file} />
    </SignedInOnly>
  );
}
