namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>Lets the calls of a container to a partition through while there is room in its budget, and counts them.</summary>
internal sealed class PartitionThrottle(RequestUnitBudget budget)
{
    private readonly UsageHistory _history = new();

    public void SetBudget(double requestUnitsPerSecond) => budget.Set(requestUnitsPerSecond);

    /// <summary>
    /// Lets a call through, or counts it as throttled and says after how many milliseconds there is room again.
    /// </summary>
    public bool TryEnter(out long retryAfterMs)
    {
        lock (budget.Gate)
        {
            retryAfterMs = budget.FindWaitNeedsLock();
            if (retryAfterMs > 0)
            {
                _history.AddThrottled(budget.SecondNeedsLock);
            }

            return retryAfterMs == 0;
        }
    }

    /// <summary>Charges a call that was let through; an error is one that failed with a status from 500 on.</summary>
    public void Charge(RequestUnits charge, bool isError = false)
    {
        lock (budget.Gate)
        {
            budget.SpendNeedsLock(charge);
            _history.AddCall(budget.SecondNeedsLock, charge, isError);
        }
    }

    public UsageSnapshot Snapshot(long sinceSecond)
    {
        lock (budget.Gate)
        {
            return _history.Snapshot(sinceSecond, budget.PerSecondNeedsLock);
        }
    }

    /// <summary>Forgets what was counted, not what is owed.</summary>
    public void ResetCounters()
    {
        lock (budget.Gate)
        {
            _history.Clear();
        }
    }
}
