export { NotMe as NotMePage } from '../../features/auth/security/NotMe.tsx';
