namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>The operators between two operands; a higher precedence binds tighter, equal ones group to the left.</summary>
internal static class BinaryOperators
{
    /// <summary>Comparisons, and with them IN, BETWEEN and LIKE.</summary>
    public const int Comparison = 1;

    /// <summary>The lowest precedence of the operators that may stand inside a comparison.</summary>
    public const int InsideComparison = Comparison + 1;

    private static readonly Dictionary<string, (SqlBinaryOperator Operator, int Precedence)> BySymbol = new()
    {
        ["="] = (SqlBinaryOperator.Equal, Comparison),
        ["!="] = (SqlBinaryOperator.NotEqual, Comparison),
        ["<>"] = (SqlBinaryOperator.NotEqual, Comparison),
        ["<"] = (SqlBinaryOperator.Less, Comparison),
        ["<="] = (SqlBinaryOperator.LessOrEqual, Comparison),
        [">"] = (SqlBinaryOperator.Greater, Comparison),
        [">="] = (SqlBinaryOperator.GreaterOrEqual, Comparison),
        ["|"] = (SqlBinaryOperator.BitwiseOr, 2),
        ["^"] = (SqlBinaryOperator.BitwiseXor, 3),
        ["&"] = (SqlBinaryOperator.BitwiseAnd, 4),
        ["<<"] = (SqlBinaryOperator.ShiftLeft, 5),
        [">>"] = (SqlBinaryOperator.ShiftRight, 5),
        [">>>"] = (SqlBinaryOperator.ShiftRightZeroFill, 5),
        ["||"] = (SqlBinaryOperator.Concatenate, 6),
        ["+"] = (SqlBinaryOperator.Add, 7),
        ["-"] = (SqlBinaryOperator.Subtract, 7),
        ["*"] = (SqlBinaryOperator.Multiply, 8),
        ["/"] = (SqlBinaryOperator.Divide, 8),
        ["%"] = (SqlBinaryOperator.Modulo, 8),
    };

    public static bool TryGet(Token token, out SqlBinaryOperator found, out int precedence)
    {
        (SqlBinaryOperator, int) entry = default;
        var isOperator = token.Kind == TokenKind.Symbol && BySymbol.TryGetValue(token.Text, out entry);
        (found, precedence) = entry;
        return isOperator;
    }
}
