using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>
/// Compares the rows of one partition with those of the model, for pages of several sizes, and the charges with each other.
/// </summary>
internal static class DirectCheck
{
    private const int MaxPages = 64;

    // The first again at the end: the same query on the same documents costs the same.
    private static readonly int[] PageSizes = [1_000, 1, 2, 7, 1_000];

    public static async Task<DifferentialFailure?> FindFailureAsync(DifferentialCase tested)
    {
        var container = await DirectContainer.CreateAsync(tested.Documents);
        return await FindFailureAsync(container, await container.ReadDocumentsAsync(), tested.Query);
    }

    /// <param name="documents">As they are stored.</param>
    public static async Task<DifferentialFailure?> FindFailureAsync(
        DirectContainer container, IReadOnlyList<ModelValue> documents, ModelQuery query)
    {
        if (TryRun(query, documents) is not { } expected)
        {
            return null;
        }

        var (text, charge) = (query.ToString(), default(long?));
        foreach (var pageSize in PageSizes.Where(size => expected.Count / size <= MaxPages))
        {
            var (result, failure) = await TryReadAsync(() => container.ReadAsync(text, pageSize));
            if (result is null)
            {
                return failure;
            }

            if (expected.FindDifference(result.Rows, ModelTies.None) is { } difference)
            {
                return new DifferentialFailure(
                    "Rows", $"{difference}, in pages of {pageSize}\n{Describe(expected, result.Rows)}");
            }

            charge ??= result.Thousandths;
            if (charge != result.Thousandths)
            {
                return new DifferentialFailure(
                    "Charge", $"{result.Thousandths} thousandths in pages of {pageSize}, and {charge} before");
            }
        }

        return null;
    }

    /// <summary>Null for a query without a meaning.</summary>
    public static ModelResult? TryRun(ModelQuery query, IReadOnlyList<ModelValue> documents)
    {
        try
        {
            return ModelResult.Create(query, documents);
        }
        catch (ModelException)
        {
            return null;
        }
    }

    /// <summary>The result, or why there is none.</summary>
    public static async Task<(T? Result, DifferentialFailure? Failure)> TryReadAsync<T>(Func<Task<T>> read)
        where T : class
    {
        try
        {
            return (await read(), null);
        }
        catch (SqlException error)
        {
            return (null, new DifferentialFailure("Refused", error.Message));
        }
        catch (Exception error) when (error is not OperationCanceledException)
        {
            return (null, new DifferentialFailure(error.GetType().Name, $"{error}"));
        }
    }

    public static string Describe(ModelResult expected, IReadOnlyList<ModelValue> actual) =>
        $"model:   {string.Join(' ', expected.Rows.Skip(expected.Query.Offset).Take(expected.Count).Select(row => row.Value))}\n"
        + $"product: {string.Join(' ', actual)}";
}
