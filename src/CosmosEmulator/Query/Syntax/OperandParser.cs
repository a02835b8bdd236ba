using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Parses what operators stand between: literals, parameters, paths, calls, brackets and subqueries.</summary>
internal sealed class OperandParser(TokenReader tokens, ExpressionParser expressions, Func<SqlQuery> parseQuery)
{
    public SqlExpression Parse() => ParseMembers(ParseOperand(), expressions.Parse);

    /// <summary>Parses a bare path, as FROM takes it: c, c.items, c["items"].</summary>
    public SqlExpression ParsePath() => ParseMembers(ParseIdentifier(), ParseLiteralKey);

    private SqlIdentifier ParseIdentifier()
    {
        var name = tokens.ExpectName();
        return new SqlIdentifier(name.Text, name.Location);
    }

    public SqlExpression ParseSubquery() => ParseSubquery(SqlSubqueryKind.Scalar, tokens.Current.Start);

    private SqlExpression ParseLiteralKey() =>
        tokens.Current.Kind is TokenKind.String or TokenKind.Number ? ParseOperand() : throw tokens.Unexpected();

    /// <summary>Parses the .name and [key] that follow a source, if any.</summary>
    private SqlExpression ParseMembers(SqlExpression source, Func<SqlExpression> parseKey)
    {
        var levels = 0;
        while (tokens.Current.IsSymbol(".") || tokens.Current.IsSymbol("["))
        {
            tokens.Enter();
            levels++;
            var key = ParseKey(parseKey);
            source = new SqlMember(source, key, new SqlLocation(source.Location.Start, tokens.LastEnd));
        }

        tokens.Leave(levels);
        return source;
    }

    private SqlExpression ParseKey(Func<SqlExpression> parse)
    {
        if (tokens.TakeSymbol("."))
        {
            var name = tokens.ExpectName();
            return new SqlStringLiteral(name.Text, name.Location);
        }

        tokens.ExpectSymbol("[");
        var key = parse();
        tokens.ExpectSymbol("]");
        return key;
    }

    private SqlExpression ParseOperand()
    {
        var token = tokens.Current;
        switch (token.Kind)
        {
            case TokenKind.Number:
                tokens.Take();
                return new SqlNumberLiteral(token.Text, token.Location);
            case TokenKind.String:
                tokens.Take();
                return new SqlStringLiteral(token.Text, token.Location);
            case TokenKind.Parameter:
                tokens.Take();
                return new SqlParameter(token.Text, token.Location);
            case TokenKind.Word:
                return ParseWord(token);
            case TokenKind.Symbol when token.Text == "(":
                return ParseBrackets();
            case TokenKind.Symbol when token.Text == "[":
                return ParseArray();
            case TokenKind.Symbol when token.Text == "{":
                return ParseObject();
            default:
                throw tokens.Unexpected();
        }
    }

    private SqlExpression ParseWord(Token token)
    {
        if (TryParseConstant(token) is { } constant)
        {
            return constant;
        }

        if (tokens.TakeKeyword("EXISTS"))
        {
            return ParseSubquery(SqlSubqueryKind.Exists, token.Start);
        }

        if (tokens.TakeKeyword("ARRAY"))
        {
            return ParseSubquery(SqlSubqueryKind.Array, token.Start);
        }

        if (token.IsKeyword("UDF") && tokens.Next.IsSymbol("."))
        {
            tokens.Take();
            tokens.Take();
            return ParseCall(isUserDefined: true, token.Start);
        }

        return tokens.Next.IsSymbol("(") ? ParseCall(isUserDefined: false, token.Start) : ParseIdentifier();
    }

    private SqlExpression? TryParseConstant(Token token)
    {
        SqlExpression? constant = token.Text switch
        {
            "true" => new SqlBooleanLiteral(true, token.Location),
            "false" => new SqlBooleanLiteral(false, token.Location),
            "null" => new SqlNullLiteral(token.Location),
            "undefined" => new SqlUndefinedLiteral(token.Location),
            "NaN" or "Infinity" => new SqlNumberLiteral(token.Text, token.Location),
            _ => null,
        };
        if (constant is not null)
        {
            tokens.Take();
        }

        return constant;
    }

    private SqlCall ParseCall(bool isUserDefined, int start)
    {
        // LEFT and RIGHT are reserved, yet they are functions too.
        var name = tokens.Current.IsKeyword("LEFT") || tokens.Current.IsKeyword("RIGHT") ? tokens.Take() : tokens.ExpectName();
        RefuseSubquery(name);
        tokens.ExpectSymbol("(");
        if (tokens.Current.IsKeyword("SELECT"))
        {
            // An error in the query is found first, as in the service.
            parseQuery();
            throw tokens.Unexpected();
        }

        var arguments = tokens.Current.IsSymbol(")") ? [] : expressions.ParseList();
        tokens.ExpectSymbol(")");
        return new SqlCall(name.Text, name.Location, isUserDefined, arguments, new SqlLocation(start, tokens.LastEnd));
    }

    private void RefuseSubquery(Token name)
    {
        if (tokens.Next.IsKeyword("SELECT") && (name.IsKeyword("ALL") || name.IsKeyword("FIRST") || name.IsKeyword("LAST")))
        {
            throw new SqlNotSupportedException($"{name.Text.ToUpperInvariant()} of a subquery", name.Location);
        }
    }

    private SqlExpression ParseBrackets()
    {
        if (tokens.Next.IsKeyword("SELECT"))
        {
            return ParseSubquery();
        }

        tokens.ExpectSymbol("(");
        var expression = expressions.Parse();
        tokens.ExpectSymbol(")");
        return expression;
    }

    private SqlSubquery ParseSubquery(SqlSubqueryKind kind, int start)
    {
        tokens.ExpectSymbol("(");
        var query = parseQuery();
        tokens.ExpectSymbol(")");
        return new SqlSubquery(kind, query, new SqlLocation(start, tokens.LastEnd));
    }

    private SqlArrayLiteral ParseArray()
    {
        var start = tokens.Take().Start;
        var items = tokens.Current.IsSymbol("]") ? [] : expressions.ParseList();
        tokens.ExpectSymbol("]");
        return new SqlArrayLiteral(items, new SqlLocation(start, tokens.LastEnd));
    }

    private SqlObjectLiteral ParseObject()
    {
        var start = tokens.Take().Start;
        var members = ImmutableArray.CreateBuilder<SqlObjectMember>();
        while (!tokens.Current.IsSymbol("}"))
        {
            if (members.Count > 0)
            {
                tokens.ExpectSymbol(",");
            }

            members.Add(ParseObjectMember());
        }

        tokens.ExpectSymbol("}");
        return new SqlObjectLiteral(members.ToImmutable(), new SqlLocation(start, tokens.LastEnd));
    }

    private SqlObjectMember ParseObjectMember()
    {
        var name = tokens.Current.Kind == TokenKind.String ? tokens.Take() : tokens.ExpectName();
        tokens.ExpectSymbol(":");
        return new SqlObjectMember(name.Text, expressions.Parse(), name.Location);
    }
}
