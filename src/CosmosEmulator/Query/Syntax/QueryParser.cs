using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Parses the clauses of a query; subqueries come back here through the expressions.</summary>
internal sealed class QueryParser
{
    /// <summary>
    /// The most joins of a FROM clause, as in the service; clients are told it with the account. Each costs some stack when rows
    /// are combined, and its value may hold those of all joins before it.
    /// </summary>
    public const int MaxJoins = 10;

    private readonly TokenReader _tokens;
    private readonly ExpressionParser _expressions;

    private QueryParser(string text)
    {
        _tokens = new TokenReader(text);
        _expressions = new ExpressionParser(_tokens, ParseNested);
    }

    public static SqlQuery Parse(string text)
    {
        var parser = new QueryParser(text);
        var query = parser.ParseQuery();
        return parser._tokens.Current.Kind == TokenKind.End ? query : throw parser._tokens.Unexpected();
    }

    private SqlQuery ParseNested()
    {
        _tokens.Enter();
        var query = ParseQuery();
        _tokens.Leave();
        return query;
    }

    private SqlQuery ParseQuery()
    {
        var start = _tokens.Current.Start;
        var select = ParseSelect();
        var from = ParseOptionalFrom();
        var where = _tokens.TakeKeyword("WHERE") ? _expressions.Parse() : null;
        var groupBy = TakeKeywords("GROUP", "BY") ? _expressions.ParseList() : [];
        var orderByStart = _tokens.Current.Start;
        var orderBy = TakeKeywords("ORDER", "BY") ? ParseOrderBy() : [];
        var orderByLocation = Since(orderByStart);
        var offsetLimit = _tokens.Current.IsKeyword("OFFSET") ? ParseOffsetLimit() : null;
        return new SqlQuery(select, from, where, groupBy, orderBy, offsetLimit)
        {
            Location = Since(start),
            OrderByLocation = orderByLocation,
        };
    }

    private SqlFrom? ParseOptionalFrom() => _tokens.TakeKeyword("FROM") ? ParseFrom() : null;

    private SqlSelect ParseSelect()
    {
        _tokens.ExpectKeyword("SELECT");
        var isDistinct = _tokens.TakeKeyword("DISTINCT");
        var top = _tokens.Current.IsKeyword("TOP") ? ParseTop() : null;
        var start = _tokens.Current.Start;
        var kind = ParseSelectKind();
        ImmutableArray<SqlColumn> columns = kind switch
        {
            SqlSelectKind.Star => [],
            SqlSelectKind.Value => [new SqlColumn(_expressions.Parse(), null)],
            _ => ParseColumns(),
        };
        return new SqlSelect(kind, columns, isDistinct, top, new SqlLocation(start, _tokens.LastEnd));
    }

    private SqlTop ParseTop()
    {
        var start = _tokens.Take().Start;
        return new SqlTop(ParseCount(), Since(start));
    }

    private SqlSelectKind ParseSelectKind()
    {
        if (_tokens.TakeSymbol("*"))
        {
            return SqlSelectKind.Star;
        }

        return _tokens.TakeKeyword("VALUE") ? SqlSelectKind.Value : SqlSelectKind.List;
    }

    private ImmutableArray<SqlColumn> ParseColumns()
    {
        var columns = ImmutableArray.CreateBuilder<SqlColumn>();
        do
        {
            var expression = _expressions.Parse();
            var alias = ParseColumnAlias();
            columns.Add(new SqlColumn(expression, alias?.Text)
            {
                Location = alias?.Location ?? ColumnNames.LocationOf(expression),
            });
        }
        while (_tokens.TakeSymbol(","));

        return columns.ToImmutable();
    }

    // Unlike a source, a column can have any text as its name: c.a AS "two words".
    private Token? ParseColumnAlias() =>
        _tokens.TakeKeyword("AS")
            ? _tokens.Current.Kind == TokenKind.String ? _tokens.Take() : _tokens.ExpectName()
            : _tokens.Current.Kind == TokenKind.String || _tokens.AtName ? _tokens.Take() : null;

    private Token? ParseAlias() => _tokens.TakeKeyword("AS") || _tokens.AtName ? _tokens.ExpectName() : null;

    private SqlFrom ParseFrom()
    {
        var source = ParseSource();
        var joins = ImmutableArray.CreateBuilder<SqlSource>();
        while (_tokens.TakeKeyword("JOIN"))
        {
            var join = ParseSource();
            if (joins.Count == MaxJoins)
            {
                throw new SqlSemanticException(
                    SqlErrorCodes.BadRequest, $"A FROM clause has more joins than what is supported: {MaxJoins}.", join.Location);
            }

            joins.Add(join);
        }

        return new SqlFrom(source, joins.ToImmutable());
    }

    private SqlSource ParseSource()
    {
        if (_tokens.AtName && _tokens.Next.IsKeyword("IN"))
        {
            var name = _tokens.Take();
            _tokens.ExpectKeyword("IN");
            return new SqlSource(ParseCollection(), name.Text, IsIteration: true, name.Location);
        }

        var collection = ParseCollection();
        return ParseAlias() is { } alias
            ? new SqlSource(collection, alias.Text, IsIteration: false, alias.Location)
            : new SqlSource(collection, null, IsIteration: false, ColumnNames.LocationOf(collection));
    }

    private SqlExpression ParseCollection()
    {
        if (!_tokens.Current.IsSymbol("("))
        {
            return _expressions.ParsePath();
        }

        if (_tokens.Next.IsKeyword("SELECT"))
        {
            return _expressions.ParseSubquery();
        }

        _tokens.Take();
        throw _tokens.Unexpected();
    }

    private ImmutableArray<SqlSortKey> ParseOrderBy()
    {
        if (_tokens.Current.IsKeyword("RANK") && _tokens.Next.Kind == TokenKind.Word)
        {
            throw new SqlNotSupportedException("ORDER BY RANK", _tokens.Current.Location);
        }

        var keys = ImmutableArray.CreateBuilder<SqlSortKey>();
        do
        {
            keys.Add(new SqlSortKey(_expressions.Parse(), ParseIsDescending()));
        }
        while (_tokens.TakeSymbol(","));

        return keys.ToImmutable();
    }

    private bool ParseIsDescending()
    {
        var isDescending = _tokens.TakeKeyword("DESC");
        if (!isDescending)
        {
            _tokens.TakeKeyword("ASC");
        }

        return isDescending;
    }

    private SqlOffsetLimit ParseOffsetLimit()
    {
        var start = _tokens.Current.Start;
        _tokens.ExpectKeyword("OFFSET");
        var offset = ParseWholeCount();
        _tokens.ExpectKeyword("LIMIT");
        var limit = ParseWholeCount();
        return new SqlOffsetLimit(offset, limit, Since(start));
    }

    private SqlExpression ParseWholeCount() =>
        _tokens.Current is { Kind: TokenKind.Number, Text: var text } && !IsWhole(text)
            ? throw _tokens.Unexpected()
            : ParseCount();

    private static bool IsWhole(string text) =>
        text.All(char.IsAsciiDigit) || text.StartsWith("0x", StringComparison.OrdinalIgnoreCase);

    // TOP, OFFSET and LIMIT take a number or a parameter; anything more could swallow the '*' of "TOP 5 *".
    private SqlExpression ParseCount()
    {
        var token = _tokens.Current;
        SqlExpression count = token.Kind switch
        {
            TokenKind.Number => new SqlNumberLiteral(token.Text, token.Location),
            TokenKind.Parameter => new SqlParameter(token.Text, token.Location),
            _ => throw _tokens.Unexpected(),
        };
        _tokens.Take();
        return count;
    }

    private bool TakeKeywords(string first, string second)
    {
        if (!_tokens.TakeKeyword(first))
        {
            return false;
        }

        _tokens.ExpectKeyword(second);
        return true;
    }

    private SqlLocation Since(int start) => new(start, _tokens.LastEnd);
}
