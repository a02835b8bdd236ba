using System.Collections.Immutable;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>Writes a parsed query as text again, the same for all queries that are parsed to the same.</summary>
internal sealed class SqlText
{
    private readonly StringBuilder _text = new();

    private SqlText()
    {
    }

    public static string Write(SqlQuery query)
    {
        var text = new SqlText();
        text.Add(query, separator: '\n');
        return text._text.ToString();
    }

    public static string Write(SqlExpression expression)
    {
        var text = new SqlText();
        text.Add(expression);
        return text._text.ToString();
    }

    private void Add(SqlQuery query, char separator)
    {
        _text.Append("SELECT ").Append(query.Select.IsDistinct ? "DISTINCT " : "");
        AddAfter("TOP ", query.Select.Top?.Count, " ");
        AddColumns(query.Select);
        if (query.From is { } from)
        {
            _text.Append(separator).Append("FROM ");
            Add(from.Source);
            foreach (var join in from.Joins)
            {
                _text.Append(separator).Append("JOIN ");
                Add(join);
            }
        }

        AddAfter($"{separator}WHERE ", query.Where, "");
        AddList($"{separator}GROUP BY ", query.GroupBy);
        for (var index = 0; index < query.OrderBy.Length; index++)
        {
            _text.Append(index == 0 ? $"{separator}ORDER BY " : ", ");
            Add(query.OrderBy[index].Expression);
            _text.Append(query.OrderBy[index].IsDescending ? " DESC" : " ASC");
        }

        AddAfter($"{separator}OFFSET ", query.OffsetLimit?.Offset, "");
        AddAfter(" LIMIT ", query.OffsetLimit?.Limit, "");
    }

    private void AddColumns(SqlSelect select)
    {
        _text.Append(select.Kind switch { SqlSelectKind.Star => "*", SqlSelectKind.Value => "VALUE ", _ => "" });
        for (var index = 0; index < select.Columns.Length; index++)
        {
            _text.Append(index == 0 ? "" : ", ");
            Add(select.Columns[index].Expression);
            if (select.Columns[index].Alias is { } alias)
            {
                _text.Append(" AS ").Append(Lexer.IsName(alias) ? alias : Quote(alias));
            }
        }
    }

    private void Add(SqlSource source)
    {
        if (source is { IsIteration: true, Alias: { } item })
        {
            _text.Append(item).Append(" IN ");
        }

        Add(source.Expression);
        if (source is { IsIteration: false, Alias: { } alias })
        {
            _text.Append(" AS ").Append(alias);
        }
    }

    private void Add(SqlExpression expression)
    {
        switch (expression)
        {
            case SqlUndefinedLiteral:
                _text.Append("undefined");
                break;
            case SqlNullLiteral:
                _text.Append("null");
                break;
            case SqlBooleanLiteral literal:
                _text.Append(literal.Value ? "true" : "false");
                break;
            case SqlNumberLiteral literal:
                _text.Append(literal.Text);
                break;
            case SqlStringLiteral literal:
                _text.Append(Quote(literal.Value));
                break;
            case SqlParameter parameter:
                _text.Append(parameter.Name);
                break;
            case SqlIdentifier identifier:
                _text.Append(identifier.Name);
                break;
            case SqlVerbatim verbatim:
                _text.Append(verbatim.Text);
                break;
            case SqlMember member:
                AddMember(member);
                break;
            case SqlCall call:
                _text.Append(call.IsUserDefined ? "udf." : "").Append(call.IsUserDefined ? call.Function : call.Function.ToUpperInvariant());
                AddInBrackets('(', call.Arguments, ')');
                break;
            case SqlArrayLiteral array:
                AddInBrackets('[', array.Items, ']');
                break;
            case SqlObjectLiteral literal:
                AddObject(literal);
                break;
            case SqlSubquery subquery:
                _text.Append(subquery.Kind switch { SqlSubqueryKind.Exists => "EXISTS", SqlSubqueryKind.Array => "ARRAY", _ => "" }).Append('(');
                Add(subquery.Query, separator: ' ');
                _text.Append(')');
                break;
            default:
                _text.Append('(');
                AddOperation(expression);
                _text.Append(')');
                break;
        }
    }

    private void AddOperation(SqlExpression expression)
    {
        switch (expression)
        {
            case SqlUnary unary:
                _text.Append(unary.Operator switch
                {
                    SqlUnaryOperator.Not => "NOT ",
                    SqlUnaryOperator.Minus => "-",
                    SqlUnaryOperator.Plus => "+",
                    _ => "~",
                });
                Add(unary.Operand);
                break;
            case SqlBinary binary:
                Add(binary.Left);
                _text.Append(' ').Append(BinaryOperators.SymbolOf(binary.Operator)).Append(' ');
                Add(binary.Right);
                break;
            case SqlLogical logical:
                AddList("", logical.Operands, logical.IsAnd ? " AND " : " OR ");
                break;
            case SqlIn choice:
                Add(choice.Operand);
                _text.Append(" IN ");
                AddInBrackets('(', choice.Choices, ')');
                break;
            case SqlBetween between:
                Add(between.Operand);
                AddAfter(" BETWEEN ", between.Low, " AND ");
                Add(between.High);
                break;
            case SqlLike like:
                Add(like.Operand);
                AddAfter(" LIKE ", like.Pattern, "");
                AddAfter(" ESCAPE ", like.Escape, "");
                break;
            case SqlConditional conditional:
                Add(conditional.Condition);
                AddAfter(" ? ", conditional.WhenTrue, " : ");
                Add(conditional.Otherwise);
                break;
            default:
                throw new InvalidOperationException($"{expression.GetType().Name} has no text.");
        }
    }

    private void AddMember(SqlMember member)
    {
        Add(member.Source);
        if (member.Key is SqlStringLiteral { Value: var name } && Lexer.IsName(name))
        {
            _text.Append('.').Append(name);
            return;
        }

        _text.Append('[');
        Add(member.Key);
        _text.Append(']');
    }

    private void AddObject(SqlObjectLiteral literal)
    {
        for (var index = 0; index < literal.Members.Length; index++)
        {
            _text.Append(index == 0 ? "{" : ", ").Append(Quote(literal.Members[index].Name)).Append(": ");
            Add(literal.Members[index].Value);
        }

        _text.Append(literal.Members.IsEmpty ? "{}" : "}");
    }

    private void AddInBrackets(char open, ImmutableArray<SqlExpression> expressions, char close)
    {
        _text.Append(open);
        AddList("", expressions);
        _text.Append(close);
    }

    private void AddList(string start, ImmutableArray<SqlExpression> expressions, string separator = ", ")
    {
        for (var index = 0; index < expressions.Length; index++)
        {
            _text.Append(index == 0 ? start : separator);
            Add(expressions[index]);
        }
    }

    private void AddAfter(string start, SqlExpression? expression, string end)
    {
        if (expression is not null)
        {
            _text.Append(start);
            Add(expression);
            _text.Append(end);
        }
    }

    private static string Quote(string text) => JsonSerializer.Serialize(text, ReadableJson.Options);
}
