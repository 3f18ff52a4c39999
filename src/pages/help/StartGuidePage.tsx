export { StartGuide as StartGuidePage } from '../../features/onboarding/StartGuide.tsx';
