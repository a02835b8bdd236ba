namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>How an operator is written between its operands, and its value for theirs.</summary>
internal sealed record ModelOperator(Func<string[], string> Write, Func<ModelValue[], ModelValue> Apply)
{
    /// <summary>Whether it reads a property or an item.</summary>
    public bool IsPathStep { get; init; }
}

/// <summary>
/// The operators. Each is written with brackets around it, so that the text shows what the tree means. No operand is converted to
/// another type, and most operators are undefined for operands of other types.
/// </summary>
internal static class ModelOperators
{
    public static IReadOnlyList<ModelOperator> Comparisons { get; } =
    [
        Equality("=", areEqual => areEqual),
        Equality("!=", areEqual => !areEqual),
        Order("<", order => order < 0),
        Order("<=", order => order <= 0),
        Order(">", order => order > 0),
        Order(">=", order => order >= 0),
    ];

    public static ModelOperator Equal => Comparisons[0];

    public static ModelOperator NotEqual => Comparisons[1];

    public static ModelOperator Add { get; } = Numeric("+", (left, right) => left + right);

    public static ModelOperator Subtract { get; } = Numeric("-", (left, right) => left - right);

    public static ModelOperator Multiply { get; } = Numeric("*", (left, right) => left * right);

    public static ModelOperator Divide { get; } = Numeric("/", (left, right) => left / right);

    public static ModelOperator Modulo { get; } = Numeric("%", (left, right) => left % right);

    // Two minus signs without a space would begin a comment.
    public static ModelOperator Negate { get; } = new(
        parts => $"(- {parts[0]})",
        values => values[0].Kind == ModelKind.Number ? ModelValue.From(values[0].Number.Negate()) : ModelValue.Undefined);

    public static ModelOperator Concatenate { get; } = Infix("||", (left, right) =>
        left.Kind == ModelKind.Text && right.Kind == ModelKind.Text
            ? ModelValue.From(left.Text + right.Text)
            : ModelValue.Undefined);

    public static ModelOperator Coalesce { get; } = Infix("??", (left, right) => left.IsDefined ? left : right);

    public static ModelOperator Conditional { get; } = new(
        parts => $"({parts[0]} ? {parts[1]} : {parts[2]})", values => values[0].IsTrue ? values[1] : values[2]);

    public static ModelOperator Not { get; } = new(
        parts => $"(NOT {parts[0]})", values => ModelValue.From(!ReadTruth(values[0])));

    public static ModelOperator And { get; } = Chain("AND", AreAllTrue);

    public static ModelOperator Or { get; } = Chain("OR", values => !AreAllTrue(values.Select(value => !value)));

    public static ModelOperator In { get; } = new(parts => WriteIn(parts, "IN"), values => ModelValue.From(IsIn(values)));

    public static ModelOperator NotIn { get; } = new(
        parts => WriteIn(parts, "NOT IN"), values => ModelValue.From(!IsIn(values)));

    public static ModelOperator Between { get; } = new(
        parts => $"({parts[0]} BETWEEN {parts[1]} AND {parts[2]})", values => ModelValue.From(IsBetween(values)));

    public static ModelOperator NotBetween { get; } = new(
        parts => $"({parts[0]} NOT BETWEEN {parts[1]} AND {parts[2]})", values => ModelValue.From(!IsBetween(values)));

    public static ModelOperator Like { get; } = Infix("LIKE", (text, pattern) => ModelValue.From(IsLike(text, pattern)));

    public static ModelOperator NotLike { get; } = Infix("NOT LIKE", (text, pattern) => ModelValue.From(!IsLike(text, pattern)));

    /// <summary>[a, b]: what JSON cannot write is left out.</summary>
    public static ModelOperator Array { get; } = new(
        parts => $"[{string.Join(", ", parts)}]", values => ModelValue.FromItems(values.Where(value => value.IsWritable)));

    /// <summary>{"a": x, "b": y}: what JSON cannot write is left out.</summary>
    public static ModelOperator Object(params string[] names) => new(
        parts => string.Concat("{", string.Join(", ", names.Zip(parts, (name, part) => $"\"{name}\": {part}")), "}"),
        values => ModelValue.FromMembers(names
            .Zip(values, (name, value) => KeyValuePair.Create(name, value))
            .Where(member => member.Value.IsWritable)));

    /// <summary>A property that is written after a dot, or in brackets if its name has a space.</summary>
    public static ModelOperator Member(string name) => new(
        parts => name.Contains(' ', StringComparison.Ordinal) ? $"{parts[0]}[\"{name}\"]" : $"{parts[0]}.{name}",
        values => values[0].Member(name))
    {
        IsPathStep = true,
    };

    public static ModelOperator Item(int index) =>
        new(parts => $"{parts[0]}[{index}]", values => values[0].Item(index)) { IsPathStep = true };

    private static ModelOperator Infix(string symbol, Func<ModelValue, ModelValue, ModelValue> apply) =>
        new(parts => $"({parts[0]} {symbol} {parts[1]})", values => apply(values[0], values[1]));

    private static ModelOperator Equality(string symbol, Func<bool, bool> holds) => Infix(symbol, (left, right) =>
        left.IsDefined && right.IsDefined ? ModelValue.From(holds(left.Equals(right))) : ModelValue.Undefined);

    private static ModelOperator Order(string symbol, Func<int, bool> holds) => Infix(symbol, (left, right) =>
        ModelOrder.CompareInFilter(left, right) is { } order ? ModelValue.From(holds(order)) : ModelValue.Undefined);

    private static ModelOperator Numeric(string symbol, Func<double, double, double> compute) => Infix(symbol, (left, right) =>
        left.Kind == ModelKind.Number && right.Kind == ModelKind.Number
            ? ModelValue.From(compute(left.Number.ToDouble(), right.Number.ToDouble()))
            : ModelValue.Undefined);

    private static ModelOperator Chain(string word, Func<IEnumerable<bool?>, bool?> compute) =>
        new(parts => $"({string.Join($" {word} ", parts)})", values => ModelValue.From(compute(values.Select(ReadTruth))));

    private static bool? AreAllTrue(IEnumerable<bool?> values)
    {
        var all = values.ToList();
        return all.Contains(false) ? false : all.Contains(null) ? null : (bool?)true;
    }

    /// <summary>Null for undefined, and for what is no boolean.</summary>
    private static bool? ReadTruth(ModelValue value) => value.IsBoolean ? value.IsTrue : null;

    private static string WriteIn(string[] parts, string word) => $"({parts[0]} {word} ({string.Join(", ", parts.Skip(1))}))";

    private static bool? IsIn(ModelValue[] values) => values[0].IsDefined ? values.Skip(1).Contains(values[0]) : null;

    private static bool? IsBetween(ModelValue[] values)
    {
        var (low, high) = (ModelOrder.CompareInFilter(values[0], values[1]), ModelOrder.CompareInFilter(values[0], values[2]));
        bool? isNotBelow = low is null ? null : low >= 0;
        bool? isNotAbove = high is null ? null : high <= 0;
        return AreAllTrue([isNotBelow, isNotAbove]);
    }

    private static bool? IsLike(ModelValue text, ModelValue pattern) =>
        text.Kind == ModelKind.Text && pattern.Kind == ModelKind.Text
            ? ModelTexts.Matches(ModelTexts.ToCodePoints(text.Text), ModelTexts.ToCodePoints(pattern.Text))
            : null;
}
