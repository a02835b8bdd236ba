namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>The failures of a run. It ends after a few, each of which is made as small as possible.</summary>
/// <param name="maxChecks">The checks that are made to find a smaller case.</param>
internal sealed class FoundFailures(int seed, int maxChecks)
{
    private const int Max = 3;

    private readonly List<string> _texts = [];

    public bool AreEnough => _texts.Count == Max;

    /// <param name="container">The number of the container in the run.</param>
    public async Task CheckAsync(
        int container, DifferentialCase tested, Func<DifferentialCase, Task<DifferentialFailure?>> check)
    {
        if (await check(tested) is { } failure)
        {
            await AddAsync(container, tested, failure, check);
        }
    }

    /// <param name="check">Finds the failure again in a smaller case.</param>
    public async Task AddAsync(
        int container,
        DifferentialCase tested,
        DifferentialFailure failure,
        Func<DifferentialCase, Task<DifferentialFailure?>> check)
    {
        var text = await new CaseShrinker(check, maxChecks).ShrinkAsync(tested, failure);
        _texts.Add($"Seed {seed}, container {container}: {text}");
    }

    public void AssertNone() => Assert.True(_texts.Count == 0, string.Join("\n\n", _texts));
}
