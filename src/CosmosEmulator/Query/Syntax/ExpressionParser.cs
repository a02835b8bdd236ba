using System.Collections.Immutable;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>
/// Parses scalar expressions. From loosest to tightest: ?:, ??, OR, AND, comparisons, the operators of
/// <see cref="BinaryOperators"/>, NOT and signs, and what <see cref="OperandParser"/> reads. NOT binds tighter than a
/// comparison: NOT c.a = c.b is (NOT c.a) = c.b, as in the service.
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

    /// <summary>Parses a bare path, as FROM takes it: c, c.items, c["items"].</summary>
    public SqlExpression ParsePath() => _operands.ParseMembers(_operands.ParseIdentifier());

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
        var left = ParseOr();
        if (!_tokens.TakeSymbol("??"))
        {
            return left;
        }

        _tokens.Enter();
        var right = ParseCoalesce();
        _tokens.Leave();
        return new SqlBinary(SqlBinaryOperator.Coalesce, left, right, From(left));
    }

    private SqlExpression ParseOr() => ParseLogical("OR", isAnd: false, ParseAnd);

    private SqlExpression ParseAnd() => ParseLogical("AND", isAnd: true, ParseComparison);

    private SqlExpression ParseLogical(string keyword, bool isAnd, Func<SqlExpression> parseOperand)
    {
        var first = parseOperand();
        if (!_tokens.Current.IsKeyword(keyword))
        {
            return first;
        }

        var operands = ImmutableArray.CreateBuilder<SqlExpression>();
        AddFlat(operands, first, isAnd);
        while (_tokens.TakeKeyword(keyword))
        {
            AddFlat(operands, parseOperand(), isAnd);
        }

        return new SqlLogical(isAnd, operands.ToImmutable(), From(first));
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

    private SqlExpression ParseComparison()
    {
        var left = ParseBinary(BinaryOperators.Comparison);
        var levels = 0;
        while (TryParsePredicate(left, out var predicate))
        {
            // As in ParseBinary: the tree grows on its left side.
            _tokens.Enter();
            levels++;
            left = predicate;
        }

        _tokens.Leave(levels);
        return left;
    }

    private bool TryParsePredicate(SqlExpression operand, out SqlExpression predicate)
    {
        predicate = operand;
        var isNegated = _tokens.Current.IsKeyword("NOT") && IsPredicateWord(_tokens.Next) && _tokens.TakeKeyword("NOT");
        if (!IsPredicateWord(_tokens.Current))
        {
            return false;
        }

        predicate = ParsePredicate(operand);
        if (isNegated)
        {
            predicate = new SqlUnary(SqlUnaryOperator.Not, predicate, predicate.Location);
        }

        return true;
    }

    private static bool IsPredicateWord(Token token) =>
        token.IsKeyword("IN") || token.IsKeyword("BETWEEN") || token.IsKeyword("LIKE");

    private SqlExpression ParsePredicate(SqlExpression operand)
    {
        if (_tokens.TakeKeyword("IN"))
        {
            _tokens.ExpectSymbol("(");
            var choices = ParseList();
            _tokens.ExpectSymbol(")");
            return new SqlIn(operand, choices, From(operand));
        }

        if (_tokens.TakeKeyword("BETWEEN"))
        {
            var low = ParseBinary(BinaryOperators.Sum);
            _tokens.ExpectKeyword("AND");
            return new SqlBetween(operand, low, ParseBinary(BinaryOperators.Sum), From(operand));
        }

        _tokens.ExpectKeyword("LIKE");
        var pattern = ParseBinary(BinaryOperators.Sum);
        var escape = _tokens.TakeKeyword("ESCAPE") ? ParseBinary(BinaryOperators.Sum) : null;
        return new SqlLike(operand, pattern, escape, From(operand));
    }

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
