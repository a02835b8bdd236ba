using System.Text;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>An expression: a value for each row or group, and its text in the query language.</summary>
internal abstract class ModelExpression
{
    private string? _text;

    /// <summary>The expressions in it, apart from those of a subquery.</summary>
    public virtual IReadOnlyList<ModelExpression> Parts => [];

    public bool HasAggregate => this is ModelAggregate || Parts.Any(part => part.HasAggregate);

    /// <summary>Outside of a subquery.</summary>
    public bool HasName => this is ModelName || Parts.Any(part => part.HasName);

    public bool HasSubquery => this is ModelSubquery || Parts.Any(part => part.HasSubquery);

    /// <summary>Whether it is a name, or a part of what a name stands for.</summary>
    public virtual bool IsPath => this is ModelName;

    /// <summary>The same expression with other parts.</summary>
    public virtual ModelExpression With(IReadOnlyList<ModelExpression> parts) => this;

    public ModelValue Evaluate(ModelScope scope) =>
        scope.Group is { } group && group.Keys.TryGetValue(ToString(), out var key) ? key : Compute(scope);

    public sealed override string ToString() => _text ??= Write();

    protected abstract ModelValue Compute(ModelScope scope);

    protected abstract string Write();
}

/// <summary>A name of the FROM clause.</summary>
internal sealed class ModelName(string name) : ModelExpression
{
    protected override ModelValue Compute(ModelScope scope) => scope.Find(name);

    protected override string Write() => name;
}

/// <summary>A scalar, or undefined.</summary>
internal sealed class ModelConstant(ModelValue value) : ModelExpression
{
    protected override ModelValue Compute(ModelScope scope) => value;

    protected override string Write() => value.Kind == ModelKind.Text ? Quote(value.Text) : value.ToString();

    private static string Quote(string text)
    {
        var quoted = new StringBuilder("'");
        foreach (var letter in text)
        {
            quoted.Append(letter switch
            {
                '\'' or '\\' => $"\\{letter}",
                < ' ' => $"\\u{(int)letter:x4}",
                _ => letter.ToString(),
            });
        }

        return quoted.Append('\'').ToString();
    }
}

/// <summary>An operator, a function or a constructor, with its operands. All operands are evaluated.</summary>
internal sealed class ModelOperation(ModelOperator kind, IReadOnlyList<ModelExpression> operands) : ModelExpression
{
    public override IReadOnlyList<ModelExpression> Parts => operands;

    public override bool IsPath => kind.IsPathStep && operands[0].IsPath;

    public override ModelExpression With(IReadOnlyList<ModelExpression> parts) => new ModelOperation(kind, parts);

    protected override ModelValue Compute(ModelScope scope) =>
        kind.Apply([.. operands.Select(operand => operand.Evaluate(scope))]);

    protected override string Write() => kind.Write([.. operands.Select(operand => operand.ToString())]);
}

/// <summary>An aggregate function over the rows of a group.</summary>
internal sealed class ModelAggregate(string function, ModelExpression argument) : ModelExpression
{
    public override IReadOnlyList<ModelExpression> Parts => [argument];

    public override ModelExpression With(IReadOnlyList<ModelExpression> parts) => new ModelAggregate(function, parts[0]);

    protected override ModelValue Compute(ModelScope scope)
    {
        var group = scope.Group ?? throw new ModelException($"{function} is not in a SELECT clause.");
        return ModelAggregates.Compute(function, [.. group.Rows.Select(argument.Evaluate)]);
    }

    protected override string Write() => $"{function}({argument})";
}

internal enum ModelSubqueryKind
{
    Scalar,
    Exists,
    Array,
}

/// <summary>A subquery in an expression.</summary>
internal sealed class ModelSubquery(ModelSubqueryKind kind, ModelQuery query) : ModelExpression
{
    public ModelQuery Query => query;

    public ModelSubquery With(ModelQuery other) => new(kind, other);

    protected override ModelValue Compute(ModelScope scope)
    {
        var results = query.Evaluate(scope).ToList();
        return kind switch
        {
            ModelSubqueryKind.Exists => ModelValue.From(results.Count > 0),
            ModelSubqueryKind.Array => ModelValue.FromItems(results.Where(result => result.IsWritable)),
            _ when results.Count > 1 => throw new ModelException("A scalar subquery has several results."),
            _ => results.SingleOrDefault(ModelValue.Undefined),
        };
    }

    protected override string Write() => kind switch
    {
        ModelSubqueryKind.Exists => $"EXISTS({query})",
        ModelSubqueryKind.Array => $"ARRAY({query})",
        _ => $"({query})",
    };
}
