using System.Collections.Immutable;
using DroneDelivery.CosmosEmulator.Query.Aggregates;
using DroneDelivery.CosmosEmulator.Query.Functions;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Query.Values;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Evaluation;

/// <summary>
/// Resolves names, functions and parameters. An expression that depends on no document becomes a constant, so that a filter
/// with a parameter or a computed constant is evaluated like one with a literal.
/// </summary>
/// <param name="names">Those of the FROM clause.</param>
/// <param name="groups">The groups of rows for which expressions are evaluated; null for single rows.</param>
internal sealed class Binder(Names names, QueryParameters parameters, GroupBinder? groups = null)
{
    public BoundExpression Bind(SqlExpression expression) =>
        groups?.FindKey(expression) is { } place ? new NameExpression(place) : BindParts(expression);

    private BoundExpression BindParts(SqlExpression expression) => expression switch
    {
        SqlUndefinedLiteral => new ConstantExpression(CosmosValue.Undefined),
        SqlNullLiteral => new ConstantExpression(CosmosValue.Null),
        SqlBooleanLiteral literal => new ConstantExpression(CosmosValue.From(literal.Value)),
        SqlNumberLiteral literal => new ConstantExpression(CosmosValue.From(NumberLiteral.Read(literal.Text))),
        SqlStringLiteral literal => new ConstantExpression(CosmosValue.From(literal.Value)),
        SqlParameter parameter => new ConstantExpression(Resolve(parameter)),
        SqlIdentifier identifier => BindIdentifier(identifier),
        SqlMember member => BindMember(member),
        SqlUnary unary => BindUnary(unary),
        SqlBinary binary => BindBinary(binary),
        SqlLogical logical => BindLogical(logical),
        SqlIn choice => BindIn(choice),
        SqlBetween between => BindBetween(between),
        SqlConditional conditional => BindConditional(conditional),
        SqlCall call => BindCall(call),
        SqlArrayLiteral array => BindArray(array),
        SqlObjectLiteral literal => BindObject(literal),
        SqlLike like => BindLike(like),
        SqlSubquery subquery => BindSubquery(subquery),
        _ => throw new InvalidOperationException($"{expression.GetType().Name} has no binding."),
    };

    private CosmosValue Resolve(SqlParameter parameter) => parameters.TryGet(parameter.Name, out var value)
        ? value
        : throw new SqlSemanticException(
            SqlErrorCodes.BadRequest, $"The query parameter '{parameter.Name}' has no value in the request.", parameter.Location);

    private NameExpression BindIdentifier(SqlIdentifier identifier)
    {
        var place = names.Find(identifier.Name) ?? throw new SqlSemanticException(
            SqlErrorCodes.UnknownIdentifier, $"Identifier '{identifier.Name}' could not be resolved.", identifier.Location);
        return groups is null ? new NameExpression(place) : throw NotInGroup(identifier);
    }

    private static SqlSemanticException NotInGroup(SqlExpression reference) => new(
        SqlErrorCodes.NotInGroup,
        $"Property reference '{SqlText.Write(reference)}' is invalid in the select list because it is not contained in either an "
        + "aggregate function or the GROUP BY clause.",
        reference.Location);

    private SubqueryExpression BindSubquery(SqlSubquery subquery)
    {
        // The document of a row is not there for a group of rows.
        if (groups is not null)
        {
            throw new SqlNotSupportedException("A subquery in SELECT with GROUP BY or an aggregate", subquery.Location);
        }

        var query = QueryBinder.BindSubquery(subquery.Query, names, parameters);
        return subquery.Kind != SqlSubqueryKind.Scalar || !query.MayHaveManyRows
            ? new SubqueryExpression(subquery.Kind, query)
            : throw new SqlSemanticException(
                SqlErrorCodes.ScalarOfSeveralRows,
                "The cardinality of a scalar subquery result set cannot be greater than one.",
                new SqlLocation(subquery.Location.Start + 1, subquery.Location.End - 1));
    }

    private BoundExpression BindMember(SqlMember member)
    {
        var grouped = groups is null ? null : FindGrouped(member.Source) ?? throw NotInGroup(member);
        return BindPath(member, grouped);
    }

    /// <param name="grouped">What the path begins with and is bound by itself; null for its first name.</param>
    private BoundExpression BindPath(SqlMember member, SqlExpression? grouped)
    {
        var isFixed = member.Key is SqlStringLiteral or SqlNumberLiteral or SqlParameter
            or SqlUnary { Operator: SqlUnaryOperator.Minus, Operand: SqlNumberLiteral };
        var key = isFixed
            ? (ConstantExpression)Bind(member.Key)
            : throw new SqlSemanticException(
                SqlErrorCodes.ComputedKey,
                "The specified query includes 'member indexer' which is currently not supported.",
                member.Location);
        var source = member.Source is SqlMember inner && !ReferenceEquals(inner, grouped)
            ? BindPath(inner, grouped)
            : Bind(member.Source);
        return Fold(BindKey(source, key.Value), source);
    }

    /// <summary>The part of a path, from its start, that is a key of the groups, or has no name of FROM; null for none.</summary>
    private SqlExpression? FindGrouped(SqlExpression path) => path switch
    {
        _ when groups!.FindKey(path) is not null => path,
        SqlMember member => FindGrouped(member.Source),
        SqlIdentifier => null,
        _ => path,
    };

    private static BoundExpression BindKey(BoundExpression source, CosmosValue key) => key.Kind switch
    {
        CosmosValueKind.String => new PropertyExpression(source, key.Text),
        CosmosValueKind.Number => new ItemExpression(source, key.Number),
        _ => new ConstantExpression(CosmosValue.Undefined),
    };

    private BoundExpression BindUnary(SqlUnary unary)
    {
        var operand = Bind(unary.Operand);
        BoundExpression bound = unary.Operator switch
        {
            SqlUnaryOperator.Not => new NotExpression(operand),
            SqlUnaryOperator.Minus => new UnaryExpression(Arithmetic.Negate, operand),
            SqlUnaryOperator.Plus => new UnaryExpression(Arithmetic.Plus, operand),
            _ => new UnaryExpression(Arithmetic.BitwiseNot, operand),
        };
        return Fold(bound, operand);
    }

    private BoundExpression BindBinary(SqlBinary binary)
    {
        var left = Bind(binary.Left);
        var right = Bind(binary.Right);
        BoundExpression bound = binary.Operator switch
        {
            SqlBinaryOperator.Equal => new EqualExpression(left, right),
            SqlBinaryOperator.Coalesce => new CoalesceExpression(left, right),
            SqlBinaryOperator.Less or SqlBinaryOperator.LessOrEqual or SqlBinaryOperator.Greater or SqlBinaryOperator.GreaterOrEqual =>
                new OrderExpression(binary.Operator, left, right),
            _ => new BinaryExpression(Arithmetic.Find(binary.Operator), left, right),
        };
        return Fold(bound, left, right);
    }

    private BoundExpression BindLogical(SqlLogical logical)
    {
        var operands = BindAll(logical.Operands);
        return Fold(new LogicalExpression(logical.IsAnd, operands), operands.AsSpan());
    }

    private BoundExpression BindIn(SqlIn choice)
    {
        var operand = Bind(choice.Operand);
        var choices = BindAll(choice.Choices);
        return Fold(new InExpression(operand, choices), [operand, .. choices]);
    }

    private BoundExpression BindBetween(SqlBetween between)
    {
        var operand = Bind(between.Operand);
        var low = Bind(between.Low);
        var high = Bind(between.High);
        var isNotBelow = new OrderExpression(SqlBinaryOperator.GreaterOrEqual, operand, low);
        var isNotAbove = new OrderExpression(SqlBinaryOperator.LessOrEqual, operand, high);
        return Fold(new LogicalExpression(true, [isNotBelow, isNotAbove]), operand, low, high);
    }

    private BoundExpression BindLike(SqlLike like)
    {
        var operand = Bind(like.Operand);
        var pattern = Bind(like.Pattern);
        return Fold(new LikeExpression(operand, pattern, ReadEscape(like.Escape)), operand, pattern);
    }

    private static int? ReadEscape(SqlStringLiteral? escape) =>
        escape is null ? null
        : CodePoints.Count(escape.Value) == 1 ? CodePoints.At(escape.Value, 0)
        : throw new SqlSemanticException(
            SqlErrorCodes.InvalidEscape,
            $"The invalid escape character '{escape.Value}' was specified in a LIKE predicate.",
            escape.Location);

    private BoundExpression BindConditional(SqlConditional conditional)
    {
        var condition = Bind(conditional.Condition);
        var whenTrue = Bind(conditional.WhenTrue);
        var otherwise = Bind(conditional.Otherwise);
        return Fold(new ConditionalExpression(condition, whenTrue, otherwise), condition, whenTrue, otherwise);
    }

    private BoundExpression BindCall(SqlCall call)
    {
        if (!call.IsUserDefined && AggregateFunction.Find(call.Function) is { } aggregate)
        {
            return new NameExpression(
                groups?.AddAggregate(aggregate, call) ?? throw new SqlSemanticException(
                    SqlErrorCodes.AggregateInWhere, "Aggregates are allowed in the SELECT clause only.", call.Location));
        }

        var function = ScalarFunctions.Resolve(call);
        var arguments = BindAll(call.Arguments);
        var bound = new CallExpression(function, arguments);
        return function.IsDeterministic ? Fold(bound, arguments.AsSpan()) : bound;
    }

    private BoundExpression BindArray(SqlArrayLiteral array)
    {
        var items = BindAll(array.Items);
        return Fold(new ArrayExpression(items), items.AsSpan());
    }

    private BoundExpression BindObject(SqlObjectLiteral literal)
    {
        var members = new MemberList();
        foreach (var (name, value, location) in literal.Members)
        {
            members.Add(name, Bind(value), location);
        }

        var bound = members.ToImmutable();
        return Fold(new ObjectExpression(bound), [.. bound.Select(member => member.Value)]);
    }

    private ImmutableArray<BoundExpression> BindAll(ImmutableArray<SqlExpression> expressions) => [.. expressions.Select(Bind)];

    private static BoundExpression Fold(BoundExpression expression, params ReadOnlySpan<BoundExpression> parts)
    {
        foreach (var part in parts)
        {
            if (part is not ConstantExpression)
            {
                return expression;
            }
        }

        return new ConstantExpression(expression.Evaluate(Row.Empty));
    }
}
