namespace DroneDelivery.CosmosEmulator.Tests.Query.Differential;

/// <summary>Looks for a smaller case in which the same is wrong.</summary>
/// <param name="check">What is wrong in a case; null for nothing.</param>
/// <param name="maxChecks">It stops after so many.</param>
internal sealed class CaseShrinker(Func<DifferentialCase, Task<DifferentialFailure?>> check, int maxChecks)
{
    private int _checks;

    /// <summary>The case and the failure as a text. Called once.</summary>
    public async Task<string> ShrinkAsync(DifferentialCase found, DifferentialFailure failure)
    {
        while (await FindSmallerAsync(found, failure) is { } smaller)
        {
            (found, failure) = smaller;
        }

        return $"{failure.Kind}: {failure.Message}\n{found}";
    }

    private async Task<(DifferentialCase Case, DifferentialFailure Failure)?> FindSmallerAsync(
        DifferentialCase found, DifferentialFailure failure)
    {
        foreach (var smaller in found.FindSmaller())
        {
            if (_checks++ >= maxChecks)
            {
                return null;
            }

            if (await check(smaller) is { } same && same.Kind == failure.Kind)
            {
                return (smaller, same);
            }
        }

        return null;
    }
}
