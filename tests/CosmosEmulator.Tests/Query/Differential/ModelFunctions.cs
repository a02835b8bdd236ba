namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>A function of the query language.</summary>
/// <param name="Arguments">
/// A letter for the type of each argument: V for any, T text, N number, C count (a small integer), B boolean, A array.
/// </param>
/// <param name="Result">The type of the result, by the same letters.</param>
internal sealed record ModelFunction(string Name, string Arguments, char Result, Func<ModelValue[], ModelValue> Apply)
{
    public ModelOperator Operator { get; } = new(parts => $"{Name}({string.Join(", ", parts)})", Apply);
}

/// <summary>A part of the functions. An argument of another type makes the result of most of them undefined.</summary>
internal static class ModelFunctions
{
    public static IReadOnlyList<ModelFunction> All { get; } =
    [
        Test("IS_DEFINED", value => value.IsDefined),
        Test("IS_NULL", value => value.Kind == ModelKind.Null),
        Test("IS_BOOL", value => value.IsBoolean),
        Test("IS_NUMBER", value => value.Kind == ModelKind.Number),
        Test("IS_STRING", value => value.Kind == ModelKind.Text),
        Test("IS_ARRAY", value => value.Kind == ModelKind.Array),
        Test("IS_OBJECT", value => value.Kind == ModelKind.Object),
        Test("IS_PRIMITIVE", value => value.IsScalar),
        Search("CONTAINS", (text, part) => text.Contains(part, StringComparison.Ordinal)),
        Search("STARTSWITH", (text, part) => text.StartsWith(part, StringComparison.Ordinal)),
        Search("ENDSWITH", (text, part) => text.EndsWith(part, StringComparison.Ordinal)),
        new("STRINGEQUALS", "TTB", 'B', values => AreTexts(values[..2]) && values[2].IsBoolean
            ? ModelValue.From(string.Equals(
                values[0].Text, values[1].Text, values[2].IsTrue ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal))
            : ModelValue.Undefined),
        new("ARRAY_CONTAINS", "AV", 'B', values => values[0].Kind == ModelKind.Array && values[1].IsDefined
            ? ModelValue.From(values[0].Items.Contains(values[1]))
            : ModelValue.Undefined),

        Compute("ABS", Math.Abs),
        Compute("CEILING", Math.Ceiling),
        Compute("FLOOR", Math.Floor),
        Compute("ROUND", number => Math.Round(number, MidpointRounding.AwayFromZero)),
        Compute("SIGN", number => number > 0 ? 1 : number < 0 ? -1 : 0),
        new("LENGTH", "T", 'N', values => AreTexts(values)
            ? ModelValue.From(ModelTexts.ToCodePoints(values[0].Text).Length)
            : ModelValue.Undefined),
        new("INDEX_OF", "TT", 'N', values => FindIndex(values[0], values[1], 0)),
        new("INDEX_OF", "TTC", 'N', values => FindIndex(values[0], values[1], ReadCount(values[2]))),
        new("ARRAY_LENGTH", "A", 'N', values => values[0].Kind == ModelKind.Array
            ? ModelValue.From(values[0].Items.Count)
            : ModelValue.Undefined),

        Change("LOWER", text => text.ToLowerInvariant()),
        Change("UPPER", text => text.ToUpperInvariant()),
        Change("REVERSE", text => ModelTexts.FromCodePoints(ModelTexts.ToCodePoints(text).AsEnumerable().Reverse())),
        new("CONCAT", "TTT", 'T', values => AreTexts(values)
            ? ModelValue.From(string.Concat(values.Select(value => value.Text)))
            : ModelValue.Undefined),
        new("REPLACE", "TTT", 'T', values => AreTexts(values) && values[1].Text.Length > 0
            ? ModelValue.From(values[0].Text.Replace(values[1].Text, values[2].Text, StringComparison.Ordinal))
            : ModelValue.Undefined),
        new("SUBSTRING", "TCC", 'T', values => Cut(values[0], ReadCount(values[1]), ReadCount(values[2]))),
        new("LEFT", "TC", 'T', values => Cut(values[0], 0, ReadCount(values[1]))),
        new("RIGHT", "TC", 'T', values => CutRight(values[0], ReadCount(values[1]))),

        new("ARRAY_CONCAT", "AA", 'A', values => Array.TrueForAll(values, value => value.Kind == ModelKind.Array)
            ? ModelValue.FromItems(values.SelectMany(value => value.Items))
            : ModelValue.Undefined),
        new("ARRAY_SLICE", "AC", 'A', values => Slice(values[0], ReadCount(values[1]), int.MaxValue)),
        new("ARRAY_SLICE", "ACC", 'A', values => Slice(values[0], ReadCount(values[1]), ReadCount(values[2]))),
        new("SETUNION", "AA", 'A', values => Array.TrueForAll(values, value => value.Kind == ModelKind.Array)
            ? ModelValue.FromItems(values[0].Items.Union(values[1].Items))
            : ModelValue.Undefined),

        new("IIF", "BVV", 'V', values => values[0].IsTrue ? values[1] : values[2]),
    ];

    /// <summary>The functions with a result of a type.</summary>
    public static ILookup<char, ModelFunction> ByResult { get; } = All.ToLookup(function => function.Result);

    private static ModelFunction Test(string name, Func<ModelValue, bool> test) =>
        new(name, "V", 'B', values => ModelValue.From(test(values[0])));

    private static ModelFunction Search(string name, Func<string, string, bool> test) => new(name, "TT", 'B', values =>
        AreTexts(values) ? ModelValue.From(test(values[0].Text, values[1].Text)) : ModelValue.Undefined);

    private static ModelFunction Compute(string name, Func<double, double> compute) => new(name, "N", 'N', values =>
        values[0].Kind == ModelKind.Number ? ModelValue.From(compute(values[0].Number.ToDouble())) : ModelValue.Undefined);

    private static ModelFunction Change(string name, Func<string, string> change) => new(name, "T", 'T', values =>
        AreTexts(values) ? ModelValue.From(change(values[0].Text)) : ModelValue.Undefined);

    private static bool AreTexts(ModelValue[] values) => Array.TrueForAll(values, value => value.Kind == ModelKind.Text);

    private static ModelValue FindIndex(ModelValue text, ModelValue part, int? start) => AreTexts([text, part]) && start >= 0
        ? ModelValue.From(ModelTexts.FindIndex(text.Text, part.Text, start.Value))
        : ModelValue.Undefined;

    private static ModelValue Cut(ModelValue text, int? start, int? count) =>
        text.Kind == ModelKind.Text && start is { } first && count is { } length
            ? ModelValue.From(ModelTexts.Cut(text.Text, first, length))
            : ModelValue.Undefined;

    private static ModelValue CutRight(ModelValue text, int? count)
    {
        var length = ModelTexts.ToCodePoints(text.Text).Length;
        return count is { } wanted ? Cut(text, length - Math.Clamp(wanted, 0, length), length) : ModelValue.Undefined;
    }

    /// <summary>A negative start counts from the end.</summary>
    private static ModelValue Slice(ModelValue array, int? start, int? count)
    {
        if (array.Kind != ModelKind.Array || start is not { } first || count is not { } length)
        {
            return ModelValue.Undefined;
        }

        first = first < 0 ? Math.Max(0, array.Items.Count + first) : first;
        return ModelValue.FromItems(array.Items.Skip(first).Take(length));
    }

    /// <summary>A number without a fraction, or the nearest that fits; null for another value.</summary>
    private static int? ReadCount(ModelValue value) =>
        value.Kind == ModelKind.Number && double.IsInteger(value.Number.ToDouble())
            ? (int)Math.Clamp(value.Number.ToDouble(), int.MinValue, int.MaxValue)
            : null;
}
