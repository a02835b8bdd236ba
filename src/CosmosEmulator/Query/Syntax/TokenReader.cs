using System.Runtime.CompilerServices;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>A cursor over a query's tokens, and the one place where a token out of place becomes an error.</summary>
internal sealed class TokenReader
{
    private const int MaxDepth = 1000;

    private readonly string _text;
    private readonly IReadOnlyList<Token> _tokens;
    private readonly SqlSyntaxException? _error;
    private int _index;
    private int _depth;

    public TokenReader(string text) => (_text, _tokens) = (text, Lexer.Read(text, out _error));

    /// <exception cref="SqlSyntaxException">The text is no token.</exception>
    public Token Current => _error is null || _index < _tokens.Count - 1 ? _tokens[_index] : throw _error;

    public Token Next => _tokens[Math.Min(_index + 1, _tokens.Count - 1)];

    /// <summary>Where the last token that was taken ends.</summary>
    public int LastEnd => _index == 0 ? 0 : _tokens[_index - 1].End;

    public Token Take()
    {
        var token = Current;
        _index = Math.Min(_index + 1, _tokens.Count - 1);
        return token;
    }

    public bool TakeKeyword(string keyword) => TakeIf(Current.IsKeyword(keyword));

    public bool TakeSymbol(string symbol) => TakeIf(Current.IsSymbol(symbol));

    public void ExpectKeyword(string keyword)
    {
        if (!TakeKeyword(keyword))
        {
            throw Unexpected();
        }
    }

    public void ExpectSymbol(string symbol)
    {
        if (!TakeSymbol(symbol))
        {
            throw Unexpected();
        }
    }

    public bool AtName => Current.Kind == TokenKind.Word && !ReservedWords.Contains(Current.Text);

    public Token ExpectName() => AtName ? Take() : throw Unexpected();

    public SqlSyntaxException Unexpected() => Current.Kind == TokenKind.End
        ? new SqlSyntaxException("Syntax error, unexpected end-of-file.", Current.Location, SqlErrorCodes.EndOfFile)
        : new SqlSyntaxException(
            $"Syntax error, incorrect syntax near '{_text[Current.Start..Current.End]}'.", Current.Location);

    /// <summary>Counts a level of nesting. Each level costs some stack, and a hostile query must not end the process.</summary>
    public void Enter()
    {
        if (++_depth > MaxDepth || !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw new SqlSyntaxException("Syntax error, the query is nested too deeply.", Current.Location);
        }
    }

    public void Leave(int levels = 1) => _depth -= levels;

    private bool TakeIf(bool matches)
    {
        if (matches)
        {
            Take();
        }

        return matches;
    }
}
