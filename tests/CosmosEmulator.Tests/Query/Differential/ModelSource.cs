namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>A source of a FROM clause, with a name for its values.</summary>
internal abstract record ModelSource(string Alias)
{
    /// <summary>The values for what the sources before have.</summary>
    public abstract IEnumerable<ModelValue> Read(ModelScope scope);

    public abstract override string ToString();
}

/// <summary>FROM c: the document.</summary>
internal sealed record ModelContainerSource() : ModelSource(Container)
{
    public const string Container = "c";

    public override IEnumerable<ModelValue> Read(ModelScope scope) => [scope.Document];

    public override string ToString() => Alias;
}

/// <summary>x IN c.a: each item of an array; nothing if it is no array.</summary>
internal sealed record ModelItemSource(string Alias, ModelExpression Array) : ModelSource(Alias)
{
    public override IEnumerable<ModelValue> Read(ModelScope scope) => Array.Evaluate(scope).Items;

    public override string ToString() => $"{Alias} IN {Array}";
}

/// <summary>(SELECT ...) AS x: each result of a subquery. x IN (SELECT ...): each item of each of them.</summary>
internal sealed record ModelSubquerySource(string Alias, ModelQuery Query, bool AreItems) : ModelSource(Alias)
{
    public override IEnumerable<ModelValue> Read(ModelScope scope) =>
        AreItems ? Query.Evaluate(scope).SelectMany(result => result.Items) : Query.Evaluate(scope);

    public override string ToString() => AreItems ? $"{Alias} IN ({Query})" : $"({Query}) AS {Alias}";
}
