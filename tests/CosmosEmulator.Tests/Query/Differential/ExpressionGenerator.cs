using System.Text;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Random expressions over the variables that are there, with as many levels of operators as the depth says. Most operands have
/// the type that the operator asks for.
/// </summary>
internal sealed class ExpressionGenerator(Random random, ModelPool pool)
{
    // None is 0: a quotient without a number has no order.
    private static readonly string[] Divisors = ["2", "-4", "3", "0.1"];
    private static readonly string[] ExactDivisors = ["2", "-4"];
    private static readonly string[] Remainders = ["2", "7", "-3", "0.5"];
    private static readonly string[] SmallIntegers = ["-2", "-1", "0", "1", "2", "3", "100", "1.5"];
    private static readonly string[] PatternParts = ["%", "%", "_", "a", "b", "B", "é", "😀", "'"];

    private readonly List<ModelVariable> _variables = [];
    private int _names;

    /// <summary>Expressions use the variable from now on.</summary>
    public void Add(ModelVariable variable) => _variables.Add(variable);

    /// <summary>Starts another query.</summary>
    public void Clear() => _variables.Clear();

    public string NextName(char letter) => $"{letter}{++_names}";

    public ModelExpression Path()
    {
        var variable = Pick(_variables);
        return variable.Read(Pick(variable.Paths));
    }

    /// <summary>A path of the document; null if there is none.</summary>
    public ModelExpression? SortPath()
    {
        var variables = _variables.FindAll(variable => variable.SortPaths.Count > 0);
        return variables.Count > 0 && Pick(variables) is var variable ? variable.Read(Pick(variable.SortPaths)) : null;
    }

    /// <summary>A path that FROM and JOIN iterate over.</summary>
    public ModelExpression ArrayPath()
    {
        var variable = Pick(_variables);
        return variable.Read(Pick(random.Next(6) == 0 ? variable.Paths : variable.Arrays));
    }

    public ModelExpression Constant() =>
        random.Next(25) == 0 ? new ModelConstant(ModelValue.Undefined) : Parse(pool.NextScalar(random));

    public ModelExpression Value(int depth) => depth <= 0 ? (random.Next(3) == 0 ? Constant() : Path()) : random.Next(14) switch
    {
        < 5 => Path(),
        5 => Boolean(depth - 1),
        6 => Number(depth - 1),
        7 => Text(depth - 1),
        8 => Array(depth - 1),
        9 => Apply(ModelOperators.Object("k", "v"), Value(depth - 1), Value(depth - 1)),
        10 => Apply(ModelOperators.Coalesce, Value(depth - 1), Value(depth - 1)),
        11 => Apply(ModelOperators.Conditional, Boolean(depth - 1), Value(depth - 1), Value(depth - 1)),
        12 => Call('V', depth - 1),
        _ => Subquery(random.Next(2) == 0 ? ModelSubqueryKind.Scalar : ModelSubqueryKind.Array, depth - 1),
    };

    public ModelExpression Boolean(int depth) => depth <= 0 ? Comparison(0) : random.Next(14) switch
    {
        < 4 => Comparison(depth - 1),
        4 => Apply(Pick([ModelOperators.In, ModelOperators.NotIn]), [Value(depth - 1), .. Several(1, 4, Constant)]),
        5 => Apply(Pick([ModelOperators.Between, ModelOperators.NotBetween]), Path(), Constant(), Constant()),
        6 => Like(depth - 1),
        7 => Apply(ModelOperators.Not, Boolean(depth - 1)),
        < 10 => Apply(Pick([ModelOperators.And, ModelOperators.Or]), [.. Several(2, 3, () => Boolean(depth - 1))]),
        < 12 => Call('B', depth - 1),
        12 => Subquery(ModelSubqueryKind.Exists, depth - 1),
        _ => Path(),
    };

    /// <summary>A condition that may use one more variable, of a subquery.</summary>
    public ModelExpression BooleanWith(ModelVariable variable)
    {
        _variables.Add(variable);
        var condition = Boolean(1);
        _variables.RemoveAt(_variables.Count - 1);
        return condition;
    }

    /// <summary>A condition that an index answers, in most cases.</summary>
    public ModelExpression Condition() => random.Next(5) switch
    {
        0 => Apply(ModelOperators.Equal, Path(), Constant()),
        1 => Apply(ModelOperators.In, [Path(), .. Several(1, 4, Constant)]),
        2 => Apply(ModelOperators.Between, Path(), Constant(), Constant()),
        3 => Apply(Pick(ModelOperators.Comparisons), Constant(), Path()),
        _ => Apply(Pick(ModelOperators.Comparisons), Path(), Constant()),
    };

    /// <summary>A condition that an index answers, and others, of which some hold for most documents.</summary>
    public ModelExpression Conditions() => Apply(
        ModelOperators.And,
        [
            Condition(),
            .. Several(1, 2, () => random.Next(2) == 0 ? Condition() : Apply(ModelOperators.NotEqual, Path(), Constant())),
        ]);

    /// <summary>Several conditions of which one has to hold.</summary>
    public ModelExpression Choices() => Apply(ModelOperators.Or, [.. Several(2, 4, Condition)]);

    /// <summary>Pairs of values, as the SDK's ReadMany asks for them.</summary>
    public ModelExpression Pairs()
    {
        var (first, second) = (Path(), Path());
        return Apply(ModelOperators.Or, [.. Several(8, 10, () => Apply(ModelOperators.And, IsOne(first), IsOne(second)))]);

        ModelExpression IsOne(ModelExpression path) => Apply(ModelOperators.Equal, path, Constant());
    }

    public ModelExpression Number(int depth) => depth <= 0 ? NumberLeaf() : random.Next(9) switch
    {
        0 => Apply(ModelOperators.Add, Number(depth - 1), Number(depth - 1)),
        1 => Apply(ModelOperators.Subtract, Number(depth - 1), Number(depth - 1)),
        2 => Apply(ModelOperators.Multiply, Number(depth - 1), Number(depth - 1)),
        3 => Apply(ModelOperators.Divide, Number(depth - 1), Parse(Pick(pool.IsMerged ? ExactDivisors : Divisors))),
        4 => Apply(ModelOperators.Modulo, Number(depth - 1), Parse(Pick(Remainders))),
        5 => Apply(ModelOperators.Negate, Number(depth - 1)),
        _ => Call('N', depth - 1),
    };

    /// <summary>
    /// An aggregate. If a client merges the answers of partitions, it adds sums in another order: no argument may have so many
    /// digits that sums are rounded, so the depth is at most 1.
    /// </summary>
    public ModelExpression Aggregate(bool isMerged, int depth) => random.Next(isMerged ? 6 : 8) switch
    {
        0 => new ModelAggregate("COUNT", random.Next(2) == 0 ? Parse("1") : Value(depth)),
        1 => new ModelAggregate("COUNTIF", Boolean(depth)),
        2 when !isMerged || pool.HasExactSums => new ModelAggregate("SUM", Number(depth)),
        3 when !isMerged || pool.HasExactSums => new ModelAggregate("AVG", Number(depth)),
        2 or 4 => new ModelAggregate("MIN", Value(depth)),
        3 or 5 => new ModelAggregate("MAX", Value(depth)),
        6 => new ModelAggregate("MAKELIST", Value(depth)),
        _ => new ModelAggregate("MAKESET", Value(depth)),
    };

    public static ModelExpression Apply(ModelOperator kind, params IReadOnlyList<ModelExpression> operands) =>
        new ModelOperation(kind, operands);

    public static ModelExpression Parse(string json) => new ModelConstant(ModelValue.Parse(Encoding.UTF8.GetBytes(json)));

    public T Pick<T>(IReadOnlyList<T> all) => all[random.Next(all.Count)];

    private ModelExpression Comparison(int depth)
    {
        var kind = Pick(ModelOperators.Comparisons);
        return random.Next(4) == 0 ? Apply(kind, Value(depth), Value(depth)) : Apply(kind, Path(), Constant());
    }

    private ModelExpression Text(int depth) =>
        depth <= 0 ? (random.Next(3) == 0 ? ParseText(Pick(pool.Texts)) : Path())
        : random.Next(3) == 0 ? Apply(ModelOperators.Concatenate, Text(depth - 1), Text(depth - 1))
        : Call('T', depth - 1);

    private ModelExpression Array(int depth) => random.Next(4) switch
    {
        0 when depth > 0 => Call('A', depth - 1),
        1 when depth > 0 => Apply(ModelOperators.Array, [.. Several(0, 3, () => Value(depth - 1))]),
        _ => ArrayPath(),
    };

    private ModelExpression Call(char result, int depth)
    {
        var function = Pick(ModelFunctions.ByResult[result].ToList());
        return Apply(function.Operator, [.. function.Arguments.Select(letter => Argument(letter, depth))]);
    }

    private ModelExpression Argument(char letter, int depth) => random.Next(8) == 0 ? Value(depth) : letter switch
    {
        'T' => Text(depth),
        'N' => Number(depth),
        'C' => Parse(Pick(SmallIntegers)),
        'B' => Boolean(depth),
        'A' => Array(depth),
        _ => Value(depth),
    };

    private ModelSubquery Subquery(ModelSubqueryKind kind, int depth)
    {
        if (kind == ModelSubqueryKind.Scalar && random.Next(4) == 0)
        {
            return new ModelSubquery(kind, ModelQuery.SelectValue(Value(depth), null));
        }

        var item = NextName('x');
        var from = new ModelItemSource(item, ArrayPath());
        _variables.Add(ModelVariable.ForItem(item));
        var query = ModelQuery.SelectValue(Value(Math.Min(depth, 1)), from) with
        {
            Where = random.Next(2) == 0 ? Boolean(depth) : null,
            IsDistinct = random.Next(4) == 0,
        };
        if (kind == ModelSubqueryKind.Scalar)
        {
            // It may have one result at most, and the service allows no TOP here.
            query = ModelQuery.SelectValue(Aggregate(isMerged: false, depth), from) with { Where = query.Where };
        }

        _variables.RemoveAt(_variables.Count - 1);
        return new ModelSubquery(kind, query);
    }

    /// <summary>Most patterns match a text that documents may have.</summary>
    private ModelExpression Like(int depth)
    {
        var text = Pick(pool.Texts);
        var pattern = random.Next(5) switch
        {
            0 => Path(),
            1 => ParseText(string.Concat(Enumerable.Range(0, random.Next(1, 5)).Select(_ => Pick(PatternParts)))),
            _ => ParseText(string.Concat(text.EnumerateRunes().Select(rune => random.Next(5) switch
            {
                0 => "%",
                1 => "_",
                _ => $"{rune}",
            }))),
        };
        return Apply(
            Pick([ModelOperators.Like, ModelOperators.NotLike]), random.Next(3) == 0 ? ParseText(text) : Text(depth), pattern);
    }

    private ModelExpression NumberLeaf() => random.Next(3) == 0 ? Parse(Pick(pool.Numbers)) : Path();

    private static ModelConstant ParseText(string text) => new(ModelValue.From(text));

    private List<ModelExpression> Several(int min, int max, Func<ModelExpression> next) =>
        [.. Enumerable.Range(0, random.Next(min, max + 1)).Select(_ => next())];
}
