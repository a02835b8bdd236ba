using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>
/// Parses scalar expressions. From loosest to tightest: ?:, ??, BETWEEN, OR, AND, IN and LIKE, the operators of
/// <see cref="BinaryOperators"/>, NOT and signs, and what <see cref="OperandParser"/> reads. NOT binds tighter than a
/// comparison: NOT c.a = c.b is (NOT c.a) = c.b, as in the service. BETWEEN needs brackets next to AND and OR, as there.
/// </summary>
internal sealed class ExpressionParser
{
    private readonly TokenReader _tokens;
    private readonly OperandParser _operands;

    public ExpressionParser(TokenReader tokens, Func<SqlQuery> parseQuery)
    {
        _tokens = tokens;
        _operands = new OperandParser(tokens, this, parseQuery);
    }

    public SqlExpression Parse()
    {
        _tokens.Enter();
        var expression = ParseConditional();
        _tokens.Leave();
        return expression;
    }

    /// <inheritdoc cref="OperandParser.ParsePath"/>
    public SqlExpression ParsePath() => _operands.ParsePath();

    /// <summary>Parses a query in brackets.</summary>
    public SqlExpression ParseSubquery() => _operands.ParseSubquery();

    /// <summary>Parses one or more expressions with commas between them.</summary>
    public ImmutableArray<SqlExpression> ParseList()
    {
        var expressions = ImmutableArray.CreateBuilder<SqlExpression>();
        do
        {
            expressions.Add(Parse());
        }
        while (_tokens.TakeSymbol(","));

        return expressions.ToImmutable();
    }

    private SqlExpression ParseConditional()
    {
        var condition = ParseCoalesce();
        if (!_tokens.TakeSymbol("?"))
        {
            return condition;
        }

        var whenTrue = Parse();
        _tokens.ExpectSymbol(":");
        return new SqlConditional(condition, whenTrue, Parse(), From(condition));
    }

    private SqlExpression ParseCoalesce()
    {
        var left = ParseCondition();
        if (!_tokens.TakeSymbol("??"))
        {
            return left;
        }

        _tokens.Enter();
        var right = ParseCoalesce();
        _tokens.Leave();
        return new SqlBinary(SqlBinaryOperator.Coalesce, left, right, From(left));
    }

    private SqlExpression ParseCondition()
    {
        var first = ParseComparison();
        return TryTakePredicate("BETWEEN", out var isNegated) ? Negate(ParseBetween(first), isNegated) : ParseOr(first);
    }

    private SqlBetween ParseBetween(SqlExpression operand)
    {
        var low = ParseComparison();
        _tokens.ExpectKeyword("AND");
        return new SqlBetween(operand, low, ParseComparison(), From(operand));
    }

    private SqlExpression ParseOr(SqlExpression first) => ParseLogical("OR", isAnd: false, first, ParseAnd);

    private SqlExpression ParseAnd(SqlExpression first) => ParseLogical("AND", isAnd: true, first, ParsePredicate);

    /// <param name="first">The comparison that the first operand begins with.</param>
    /// <param name="parseRest">Parses the rest of an operand that begins with a comparison.</param>
    private SqlExpression ParseLogical(
        string keyword, bool isAnd, SqlExpression first, Func<SqlExpression, SqlExpression> parseRest)
    {
        var left = parseRest(first);
        if (!_tokens.Current.IsKeyword(keyword))
        {
            return left;
        }

        var operands = ImmutableArray.CreateBuilder<SqlExpression>();
        AddFlat(operands, left, isAnd);
        while (_tokens.TakeKeyword(keyword))
        {
            AddFlat(operands, parseRest(ParseComparison()), isAnd);
        }

        return new SqlLogical(isAnd, operands.ToImmutable(), From(left));
    }

    // LINQ brackets its chains, (((a OR b) OR c) OR d): flattened, a long one costs no depth later.
    private static void AddFlat(ImmutableArray<SqlExpression>.Builder operands, SqlExpression operand, bool isAnd)
    {
        if (operand is SqlLogical logical && logical.IsAnd == isAnd)
        {
            operands.AddRange(logical.Operands);
        }
        else
        {
            operands.Add(operand);
        }
    }

    private SqlExpression ParsePredicate(SqlExpression operand)
    {
        if (TryTakePredicate("IN", out var isNegated))
        {
            _tokens.ExpectSymbol("(");
            var choices = ParseList();
            _tokens.ExpectSymbol(")");
            return Negate(new SqlIn(operand, choices, From(operand)), isNegated);
        }

        if (TryTakePredicate("LIKE", out isNegated))
        {
            return Negate(ParseLike(operand), isNegated);
        }

        // As in the service, the error is at what follows NOT.
        return _tokens.TakeKeyword("NOT") ? throw _tokens.Unexpected() : operand;
    }

    private SqlLike ParseLike(SqlExpression operand)
    {
        var pattern = ParseComparison();
        var escape = _tokens.TakeKeyword("ESCAPE") ? ParseEscape() : null;
        return new SqlLike(operand, pattern, escape, From(operand));
    }

    private SqlStringLiteral ParseEscape()
    {
        var token = _tokens.Current.Kind == TokenKind.String ? _tokens.Take() : throw _tokens.Unexpected();
        return new SqlStringLiteral(token.Text, token.Location);
    }

    /// <summary>Takes a word that may stand after NOT.</summary>
    private bool TryTakePredicate(string word, out bool isNegated)
    {
        isNegated = _tokens.Current.IsKeyword("NOT") && _tokens.Next.IsKeyword(word) && _tokens.TakeKeyword("NOT");
        return _tokens.TakeKeyword(word);
    }

    private static SqlExpression Negate(SqlExpression predicate, bool isNegated) =>
        isNegated ? new SqlUnary(SqlUnaryOperator.Not, predicate, predicate.Location) : predicate;

    private SqlExpression ParseComparison() => ParseBinary(BinaryOperators.Comparison);

    private SqlExpression ParseBinary(int lowest)
    {
        var left = ParseUnary();
        var levels = 0;
        while (BinaryOperators.TryGet(_tokens.Current, out var found, out var precedence) && precedence >= lowest)
        {
            // Each turn makes the tree one level deeper on its left side.
            _tokens.Enter();
            levels++;
            _tokens.Take();
            left = new SqlBinary(found, left, ParseBinary(precedence + 1), From(left));
        }

        _tokens.Leave(levels);
        return left;
    }

    private SqlExpression ParseUnary()
    {
        var token = _tokens.Current;
        SqlUnaryOperator? sign = token switch
        {
            _ when token.IsKeyword("NOT") => SqlUnaryOperator.Not,
            _ when token.IsSymbol("-") => SqlUnaryOperator.Minus,
            _ when token.IsSymbol("+") => SqlUnaryOperator.Plus,
            _ when token.IsSymbol("~") => SqlUnaryOperator.BitwiseNot,
            _ => null,
        };
        if (sign is null)
        {
            return _operands.Parse();
        }

        _tokens.Take();
        _tokens.Enter();
        var operand = ParseUnary();
        _tokens.Leave();
        return new SqlUnary(sign.Value, operand, new SqlLocation(token.Start, _tokens.LastEnd));
    }

    private SqlLocation From(SqlExpression first) => new(first.Location.Start, _tokens.LastEnd);
}
