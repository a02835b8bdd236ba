namespace DroneDelivery.CosmosEmulator.Query.Syntax;

internal enum TokenKind
{
    End,
    Word,
    Number,
    String,
    Parameter,
    Symbol,
}

/// <summary>One token. Text is the decoded value of a string, and the source text of everything else.</summary>
internal readonly record struct Token(TokenKind Kind, string Text, int Start, int End)
{
    public SqlLocation Location => new(Start, End);

    public bool IsKeyword(string keyword) => Kind == TokenKind.Word && Text.Equals(keyword, StringComparison.OrdinalIgnoreCase);

    public bool IsSymbol(string symbol) => Kind == TokenKind.Symbol && Text == symbol;
}
