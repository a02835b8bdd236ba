namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>A name that expressions may use, and the paths below it that are worth reading.</summary>
/// <param name="Arrays">Those that often lead to an array.</param>
internal sealed record ModelVariable(string Name, IReadOnlyList<ModelOperator[]> Paths, IReadOnlyList<ModelOperator[]> Arrays)
{
    private static readonly ModelOperator[] Tags = [ModelOperators.Member("t")];
    private static readonly ModelOperator[] Lines = [ModelOperators.Member("lines")];
    private static readonly ModelOperator[] Nested = [ModelOperators.Member("o"), ModelOperators.Member("t")];
    private static readonly ModelOperator[] Deep = [ModelOperators.Member("deep")];

    private static readonly ModelOperator[][] DocumentPaths =
    [
        .. new[] { "a", "a", "b", "b", "n", "n", "two words", "id", "pk", "missing" }
            .Select(name => new[] { ModelOperators.Member(name) }),
        Tags, Lines, Nested, Deep,
        [ModelOperators.Member("o"), ModelOperators.Member("a")],
        [ModelOperators.Member("o"), ModelOperators.Member("p"), ModelOperators.Member("q")],
        [ModelOperators.Member("o"), ModelOperators.Member("p")],
        [ModelOperators.Member("a"), ModelOperators.Member("k")],
        [.. Tags, ModelOperators.Item(0)],
        [.. Lines, ModelOperators.Item(1), ModelOperators.Member("v")],
        [ModelOperators.Member("_rid")],
    ];

    /// <summary>Those that are paths of the document: the service orders by no others.</summary>
    public IReadOnlyList<ModelOperator[]> SortPaths { get; init; } = Paths;

    public static ModelVariable ForDocument(string name) => new(name, DocumentPaths, [Tags, Tags, Lines, Lines, Nested, Deep]);

    /// <summary>An item of an array, which may be a line of an order, or anything else.</summary>
    public static ModelVariable ForItem(string name) => new(
        name,
        [[], [], [], [ModelOperators.Member("k")], [ModelOperators.Member("v")], [ModelOperators.Member("u")]],
        [[ModelOperators.Member("u")], [ModelOperators.Member("u")], []]);

    /// <summary>The result of a subquery with columns.</summary>
    public static ModelVariable ForColumns(string name, IEnumerable<ModelColumn> columns)
    {
        var paths = columns.Select(column => (Path: new[] { ModelOperators.Member(column.Name) }, column.Expression.IsPath)).ToList();
        ModelOperator[][] all = [.. paths.Select(each => each.Path)];
        return new ModelVariable(name, all, all) { SortPaths = [.. paths.Where(each => each.IsPath).Select(each => each.Path)] };
    }

    public ModelExpression Read(ModelOperator[] path) => path.Aggregate(
        (ModelExpression)new ModelName(Name), (source, step) => new ModelOperation(step, [source]));
}
