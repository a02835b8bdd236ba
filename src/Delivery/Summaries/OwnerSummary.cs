using DroneDelivery.Delivery.Storage;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>The deliveries of one owner counted by month.</summary>
internal sealed record OwnerSummary(string OwnerId, IReadOnlyList<MonthCount> Months)
{
    /// <summary>Zero deliveries for a month that is not listed.</summary>
    public DeliverySummary SummarizeMonth(int year, int month)
    {
        var count = Months.FirstOrDefault(count => count.Year == year && count.Month == month);
        return new DeliverySummary(OwnerId, year, month, count?.Deliveries ?? 0, count?.Returned ?? 0);
    }

    public OwnerSummary Plus(CountedDelivery delivery)
    {
        var counted = Months.FirstOrDefault(IsSameMonth) ?? new MonthCount(delivery.Year, delivery.Month, 0, 0);
        var returned = delivery.Status == DeliveryStatus.Returned ? 1 : 0;
        return this with
        {
            Months =
            [
                .. Months.Where(month => !IsSameMonth(month)),
                counted with { Deliveries = counted.Deliveries + 1, Returned = counted.Returned + returned },
            ],
        };

        bool IsSameMonth(MonthCount month) => month.Year == delivery.Year && month.Month == delivery.Month;
    }
}

/// <summary>How many deliveries a month had, and how many of them came back.</summary>
internal sealed record MonthCount(int Year, int Month, int Deliveries, int Returned);

/// <summary>How many deliveries an owner had in one month, and how many of them came back.</summary>
internal sealed record DeliverySummary(string OwnerId, int Year, int Month, int Deliveries, int Returned);
