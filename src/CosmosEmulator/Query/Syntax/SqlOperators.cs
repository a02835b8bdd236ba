namespace DroneDelivery.CosmosEmulator.Query.Syntax;

internal enum SqlUnaryOperator
{
    Not,
    Plus,
    Minus,
    BitwiseNot,
}

internal enum SqlBinaryOperator
{
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Concatenate,
    Coalesce,
    BitwiseAnd,
    BitwiseOr,
    BitwiseXor,
    ShiftLeft,
    ShiftRight,
    ShiftRightZeroFill,
}
