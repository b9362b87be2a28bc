export const login = () => 'in';
