namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>The operators between two operands; a higher precedence binds tighter, equal ones group to the left.</summary>
internal static class BinaryOperators
{
    /// <summary>Comparisons and, as in the service, shifts: the loosest of them.</summary>
    public const int Comparison = 1;

    // With them the other bitwise operators.
    private const int Sum = 2;
    private const int Product = 3;

    private static readonly Dictionary<string, (SqlBinaryOperator Operator, int Precedence)> BySymbol = new()
    {
        ["="] = (SqlBinaryOperator.Equal, Comparison),
        ["!="] = (SqlBinaryOperator.NotEqual, Comparison),
        ["<>"] = (SqlBinaryOperator.NotEqual, Comparison),
        ["<"] = (SqlBinaryOperator.Less, Comparison),
        ["<="] = (SqlBinaryOperator.LessOrEqual, Comparison),
        [">"] = (SqlBinaryOperator.Greater, Comparison),
        [">="] = (SqlBinaryOperator.GreaterOrEqual, Comparison),
        ["+"] = (SqlBinaryOperator.Add, Sum),
        ["-"] = (SqlBinaryOperator.Subtract, Sum),
        ["||"] = (SqlBinaryOperator.Concatenate, Sum),
        ["|"] = (SqlBinaryOperator.BitwiseOr, Sum),
        ["^"] = (SqlBinaryOperator.BitwiseXor, Sum),
        ["&"] = (SqlBinaryOperator.BitwiseAnd, Sum),
        ["<<"] = (SqlBinaryOperator.ShiftLeft, Comparison),
        [">>"] = (SqlBinaryOperator.ShiftRight, Comparison),
        [">>>"] = (SqlBinaryOperator.ShiftRightZeroFill, Comparison),
        ["*"] = (SqlBinaryOperator.Multiply, Product),
        ["/"] = (SqlBinaryOperator.Divide, Product),
        ["%"] = (SqlBinaryOperator.Modulo, Product),
    };

    public static string SymbolOf(SqlBinaryOperator kind) => kind == SqlBinaryOperator.Coalesce
        ? "??"
        : BySymbol.First(entry => entry.Value.Operator == kind).Key;

    public static bool TryGet(Token token, out SqlBinaryOperator found, out int precedence)
    {
        (SqlBinaryOperator, int) entry = default;
        var isOperator = token.Kind == TokenKind.Symbol && BySymbol.TryGetValue(token.Text, out entry);
        (found, precedence) = entry;
        return isOperator;
    }
}
