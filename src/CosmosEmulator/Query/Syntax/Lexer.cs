namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>
/// Splits query text into tokens; the last one is <see cref="TokenKind.End"/>. Text that is no token ends them: it is an error only
/// once the parser comes to it, because what is before it may be one.
/// </summary>
internal sealed class Lexer
{
    // Longest first: "??" must not be read as two "?".
    private static readonly string[] Symbols =
    [
        ">>>", "<<", ">>", "!=", "<>", "<=", ">=", "||", "??",
        "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "?", ":", "(", ")", "[", "]", "{", "}", ",", ".",
    ];

    private readonly string _text;
    private readonly List<Token> _tokens = [];
    private int _position;
    private SqlSyntaxException? _error;

    private Lexer(string text) => _text = text;

    /// <param name="error">That of the text after the last token; null if all of it was read.</param>
    public static IReadOnlyList<Token> Read(string text, out SqlSyntaxException? error)
    {
        var lexer = new Lexer(text);
        lexer.ReadAll();
        error = lexer._error;
        return lexer._tokens;
    }

    private void ReadAll()
    {
        try
        {
            while (SkipBlanks())
            {
                _tokens.Add(ReadToken());
            }
        }
        catch (SqlSyntaxException exception)
        {
            _error = exception;
        }

        _tokens.Add(new Token(TokenKind.End, "", _text.Length, _text.Length));
    }

    /// <summary>Whether a text can stand as a name as it is.</summary>
    public static bool IsName(string text) =>
        text.Length > 0
        && IsWordStart(text[0])
        && text.All(letter => IsWordStart(letter) || char.IsAsciiDigit(letter))
        && !ReservedWords.Contains(text);

    private bool SkipBlanks()
    {
        while (_position < _text.Length)
        {
            if (char.IsWhiteSpace(_text[_position]))
            {
                _position++;
            }
            else if (At("--"))
            {
                var end = _text.IndexOf('\n', _position);
                _position = end < 0 ? _text.Length : end;
            }
            else
            {
                return true;
            }
        }

        return false;
    }

    private Token ReadToken()
    {
        var first = _text[_position];
        return first switch
        {
            '\'' or '"' => ReadString(),
            '@' => ReadParameter(),
            _ when IsWordStart(first) => ReadWord(),
            _ when char.IsAsciiDigit(first) || (first == '.' && char.IsAsciiDigit(Peek(1))) => ReadNumber(),
            _ => ReadSymbol(),
        };
    }

    private Token ReadString()
    {
        var start = _position;
        var value = StringLiteral.Read(_text, ref _position);
        return new Token(TokenKind.String, value, start, _position);
    }

    private Token ReadParameter()
    {
        var start = _position++;
        SkipWord();
        return _position > start + 1 ? Finish(TokenKind.Parameter, start) : throw Invalid(start);
    }

    private Token ReadWord()
    {
        var start = _position;
        SkipWord();
        return Finish(TokenKind.Word, start);
    }

    private Token ReadNumber()
    {
        var start = _position;
        var isHexadecimal = Peek(0) == '0' && Peek(1) is 'x' or 'X';
        SkipWord();
        if (Peek(0) == '.')
        {
            _position++;
            SkipWord();
        }

        // An E is a digit of a hexadecimal number: 0xE+1 is a sum.
        if (!isHexadecimal && _text[_position - 1] is 'e' or 'E' && Peek(0) is '+' or '-')
        {
            _position++;
            SkipWord();
        }

        var token = Finish(TokenKind.Number, start);
        return NumberLiteral.IsValid(token.Text)
            ? token
            : throw new SqlSyntaxException(
                $"Syntax error, invalid numeric value token '{token.Text}'.", token.Location, SqlErrorCodes.InvalidNumber);
    }

    private Token ReadSymbol()
    {
        var start = _position;
        var symbol = Array.Find(Symbols, At) ?? throw Invalid(start);
        _position += symbol.Length;
        return new Token(TokenKind.Symbol, symbol, start, _position);
    }

    private Token Finish(TokenKind kind, int start) => new(kind, _text[start.._position], start, _position);

    private SqlSyntaxException Invalid(int start) => new(
        $"Syntax error, invalid token '{_text[start]}'.", new SqlLocation(start, start + 1), SqlErrorCodes.InvalidToken);

    private bool At(string symbol) => string.CompareOrdinal(_text, _position, symbol, 0, symbol.Length) == 0;

    private char Peek(int ahead) => _position + ahead < _text.Length ? _text[_position + ahead] : '\0';

    // A number is taken with any letters that follow, so that 12abc is one bad token and not two good ones.
    private void SkipWord()
    {
        while (IsWordStart(Peek(0)) || char.IsAsciiDigit(Peek(0)))
        {
            _position++;
        }
    }

    private static bool IsWordStart(char letter) => char.IsLetter(letter) || letter == '_';
}
